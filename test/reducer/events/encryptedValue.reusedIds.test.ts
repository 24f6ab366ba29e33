import { describe, expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import {
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  textMessage,
  user,
} from "../events.ts";
import { reduce, thread } from "../reduce.ts";

describe("an encrypted value that comes before an id that is used again", () => {
  const value = (subtype: "message" | "tool-call", id: string, encrypted: string) =>
    reasoning.encrypted(subtype, id, encrypted);
  const answered = [...calls("c", "f"), call.result("c", "done")];
  const step = [...calls("d", "f"), call.result("d", "done")];
  const next = [finished(), started("r2")];
  const hmm = [reasoning.start("m"), reasoning.content("m", "Hm"), reasoning.end("m")];
  test.each<[string, EventInput[], string[]]>([
    [
      "call of the next run",
      [
        value("tool-call", "c", "E1"),
        ...answered,
        ...next,
        value("tool-call", "c", "E2"),
        ...answered,
      ],
      ["E1", "E2"],
    ],
    [
      "call of the same run",
      [value("tool-call", "c", "E1"), ...answered, value("tool-call", "c", "E2"), ...answered],
      ["E1", "E2"],
    ],
    [
      "text of the next run",
      [
        value("message", "m", "E1"),
        ...textMessage("m", "a"),
        ...next,
        value("message", "m", "E2"),
        ...textMessage("m", "b"),
      ],
      ["E1", "E2"],
    ],
    [
      "text of the next step",
      [
        value("message", "m", "E1"),
        ...textMessage("m", "a"),
        ...step,
        value("message", "m", "E2"),
        ...textMessage("m", "b"),
      ],
      ["E1", "E2"],
    ],
    [
      "reasoning of the next run",
      [value("message", "m", "E1"), ...hmm, ...next, value("message", "m", "E2"), ...hmm],
      ["E1", "E2"],
    ],
    [
      "call, when the values come after the calls",
      [...answered, value("tool-call", "c", "E1"), ...answered, value("tool-call", "c", "E2")],
      ["E1", "E2"],
    ],
    [
      "text, when the values come after the texts",
      [
        ...textMessage("m", "a"),
        ...step,
        value("message", "m", "E1"),
        ...textMessage("m", "b"),
        value("message", "m", "E2"),
      ],
      ["E1", "E2"],
    ],
    ["call that does not follow", [...answered, ...next, value("tool-call", "c", "E1")], ["E1"]],
  ])("is stored on its own %s", (_, events, expected) => {
    const { messages: list, issues } = reduce(thread(), started(), ...events, finished());
    const stored = list.flatMap((message) => [
      ...("encryptedValue" in message ? [message] : []),
      ...(message.role === "assistant" ? (message.toolCalls ?? []) : []),
    ]);
    expect(stored.flatMap(({ encryptedValue }) => encryptedValue ?? [])).toEqual(expected);
    expect(issues.map(({ code }) => code)).not.toContain("orphaned-encrypted-value");
  });

  test("is dropped with a known call that a snapshot drops", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      ...answered,
      ...next,
      value("tool-call", "c", "E1"),
      messages([user("u1")]),
      finished(),
    );
    expect(list).toEqual([user("u1")]);
  });
});

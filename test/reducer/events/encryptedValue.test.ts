import { describe, expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import {
  activity,
  assistant,
  call,
  calls,
  failed,
  finished,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const spanStart = (messageId: string): EventInput => ({ type: "REASONING_START", messageId });

describe("REASONING_ENCRYPTED_VALUE", () => {
  test.each([
    ["a text message", textMessage("m1", "Hi")],
    ["a reasoning message", [reasoning.start("m1"), reasoning.end("m1")]],
    ["a tool result", [call.result("c1", "ok", { messageId: "m1" })]],
  ])("is stored on %s", (_, events) => {
    const snapshot = reduce(
      thread(),
      started(),
      ...events,
      reasoning.encrypted("message", "m1", "opaque"),
      finished(),
    );
    expect(snapshot.messages).toMatchObject([{ id: "m1", encryptedValue: "opaque" }]);
    expect(snapshot.issues).toEqual([]);
  });

  test("is stored on a tool call after its end", () => {
    const { messages } = reduce(
      thread(),
      started(),
      ...calls("c1", "search"),
      reasoning.encrypted("tool-call", "c1", "opaque"),
    );
    expect(messages).toMatchObject([{ toolCalls: [{ id: "c1", encryptedValue: "opaque" }] }]);
    expect(messages[0]).not.toHaveProperty("encryptedValue");
  });

  test("uses its subtype when a message and a call share an id", () => {
    const base = reduce(thread(), started(), ...calls("x", "search"));
    const onMessage = reduce(base, reasoning.encrypted("message", "x", "opaque"));
    expect(onMessage.messages[0]).toMatchObject({ id: "x", encryptedValue: "opaque" });
    expect(onMessage.messages[0]).not.toMatchObject({ toolCalls: [{ encryptedValue: "opaque" }] });
  });

  test("is not stored on an activity", () => {
    const base = reduce(thread(), started(), activity.snapshot("m1", {}));
    expect(reduce(base, reasoning.encrypted("message", "m1", "opaque")).messages).toBe(
      base.messages,
    );
  });

  test("replaces an earlier value", () => {
    const { messages } = reduce(
      thread({ messages: [{ ...assistant("m1"), encryptedValue: "old" }] }),
      started(),
      reasoning.encrypted("message", "m1", "new"),
    );
    expect(messages).toMatchObject([{ encryptedValue: "new" }]);
  });
});

test("an encrypted value finds a message whose id was replaced", () => {
  const { messages: list } = reduce(
    thread(),
    started(),
    ...textMessage("", "Hi"),
    reasoning.encrypted("message", "", "opaque"),
    finished(),
  );
  expect(list).toMatchObject([{ content: "Hi", encryptedValue: "opaque" }]);
});

describe("an encrypted value that comes before its entity", () => {
  test.each([
    ["a text message", "message", "m1", [text.start("m1"), text.end("m1")]],
    ["a reasoning message", "message", "m1", [reasoning.start("m1"), reasoning.end("m1")]],
    ["a tool result", "message", "m1", [call.result("c1", "ok", { messageId: "m1" })]],
    ["a message of a snapshot", "message", "m1", [messages([assistant("m1")])]],
    ["a message made for a call", "message", "m1", calls("c1", "f", "", { parentMessageId: "m1" })],
  ] as const)("waits for %s", (_, subtype, id, events) => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.encrypted(subtype, id, "opaque"),
      ...events,
      finished(),
    );
    expect(snapshot.messages).toMatchObject([{ id, encryptedValue: "opaque" }]);
    expect(snapshot.issues).toEqual([]);
  });

  test.each([
    ["started", calls("c1", "search")],
    [
      "brought by a snapshot",
      [
        messages([
          {
            id: "a1",
            role: "assistant",
            toolCalls: [
              { id: "c1", type: "function", function: { name: "search", arguments: "" } },
            ],
          },
        ]),
      ],
    ],
  ])("waits for its tool call to be %s", (_, events) => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.encrypted("tool-call", "c1", "opaque"),
      ...events,
      finished(),
    );
    expect(snapshot.messages).toMatchObject([{ toolCalls: [{ encryptedValue: "opaque" }] }]);
    expect(snapshot.issues).toEqual([]);
  });

  test.each([
    ["RUN_FINISHED", finished()],
    ["RUN_ERROR", failed()],
  ])("becomes an empty reasoning message when its entity is missing at %s", (_, end) => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      reasoning.encrypted("message", "ghost", "opaque"),
      end,
    );
    expect(snapshot.messages).toEqual([
      user("u1"),
      { id: "ghost", role: "reasoning", content: "", encryptedValue: "opaque" },
    ]);
    expect(issuesOf(snapshot)).toEqual(["orphaned-encrypted-value ghost"]);
    expect(snapshot.issues[0]?.severity).toBe("notice");
  });

  test.each<[string, EventInput[]]>([
    ["is missing", []],
    ["is missing, and reports it when a reasoning span has that id", [spanStart("ghost")]],
  ])("becomes an empty reasoning message when its tool call %s", (_, events) => {
    const encrypted = reasoning.encrypted("tool-call", "ghost", "opaque");
    const snapshot = reduce(thread(), started(), encrypted, ...events, finished());
    expect(snapshot.messages).toMatchObject([{ role: "reasoning", encryptedValue: "opaque" }]);
    expect(issuesOf(snapshot)).toContain("orphaned-encrypted-value ghost");
  });

  test("is replaced by a value that comes after its entity", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      reasoning.encrypted("message", "m1", "old"),
      ...textMessage("m1", "Hi"),
      reasoning.encrypted("message", "m1", "new"),
      finished(),
    );
    expect(list).toMatchObject([{ encryptedValue: "new" }]);
  });

  test("still waits after the start of a run", () => {
    const { messages: list } = reduce(
      thread(),
      reasoning.encrypted("message", "m1", "opaque"),
      call.args("c1", "{}"),
      started(),
      ...textMessage("m1", "Hi"),
      call.start("c1", "f", { parentMessageId: "m1" }),
      call.end("c1"),
      finished(),
    );
    expect(list).toMatchObject([
      { encryptedValue: "opaque", toolCalls: [{ function: { arguments: "{}" } }] },
    ]);
  });

  test("is dropped when it names an activity", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      reasoning.encrypted("message", "p1", "opaque"),
      activity.snapshot("p1", {}),
      finished(),
    );
    expect(list).toEqual([{ id: "p1", role: "activity", activityType: "PLAN", content: {} }]);
  });

  test("creates the message of a span with hidden reasoning", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.open("s1", { subagentRunId: "a1" }),
      reasoning.encrypted("message", "s1", "opaque"),
      reasoning.close("s1"),
      finished(),
    );
    expect(snapshot.messages).toEqual([
      { id: "s1", role: "reasoning", content: "", encryptedValue: "opaque", subagentRunId: "a1" },
    ]);
    expect(snapshot.issues).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import {
  activity,
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  startedWithMessages,
  state,
  step,
  text,
  textMessage,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const s1 = { subagentRunId: "s1" };
const s2 = { subagentRunId: "s2" };

const issuesAfter = (...events: readonly EventInput[]) =>
  issuesOf(reduce(thread(), started(), ...events));

describe("an event attributed to another sub-agent than the owner is an issue:", () => {
  test.each<[string, EventInput[]]>([
    [
      "text under the id of another's result",
      [call.result("c1", "ok", { messageId: "x", ...s1 }), text.start("x", s2)],
    ],
    ["text into another's message", [text.start("x", s1), text.content("x", "!", s2)]],
    ["text into the parent's message", [text.start("x"), text.content("x", "!", s1)]],
    ["the end of another's message", [text.start("x", s1), text.end("x", s2)]],
    ["another's message opened again", [text.start("x", s1), text.end("x"), text.start("x", s2)]],
    [
      "thoughts into another's reasoning",
      [reasoning.start("x", s1), reasoning.content("x", "", s2)],
    ],
    ["a message in another's span", [reasoning.open("x", s1), reasoning.start("x", s2)]],
    ["the end of another's span", [reasoning.open("x", s1), reasoning.close("x", s2)]],
    ["arguments of another's call", [call.start("x", "f", s1), call.args("x", "", s2)]],
    ["the end of another's call", [call.start("x", "f", s1), call.end("x", s2)]],
    ["another's call started again", [...calls("x", "f", "", s1), call.start("x", "f", s2)]],
    [
      "a call in another's message",
      [text.start("x", s1), call.start("c1", "f", { parentMessageId: "x", ...s2 })],
    ],
    [
      "a call that moves to another's message",
      [
        ...calls("x", "f", "", s1),
        text.start("m2", s2),
        call.start("x", "f", { parentMessageId: "m2" }),
      ],
    ],
    [
      "a patch of another's activity",
      [activity.snapshot("x", {}, s1), activity.delta("x", [], s2)],
    ],
    [
      "a value for another's message",
      [text.start("x", s1), reasoning.encrypted("message", "x", "", s2)],
    ],
    [
      "a value for another's call",
      [call.start("x", "f", s1), reasoning.encrypted("tool-call", "x", "", s2)],
    ],
    [
      "text into a message a snapshot gave to another",
      [messages([{ ...assistant("x"), ...s1 }]), text.start("x", s2)],
    ],
  ])("reports an issue for %s", (_, events) => {
    expect(issuesAfter(...events)).toContain("attribution-mismatch x");
  });

  test("a message that the input of RUN_STARTED attributes to another sub-agent", () => {
    const snapshot = reduce(
      thread(),
      startedWithMessages({ id: "x", role: "assistant", content: "", subagentRunId: "s1" }),
      text.start("x", s2),
    );
    expect(issuesOf(snapshot)).toContain("attribution-mismatch x");
  });
});

describe("attribution without an issue", () => {
  test.each<[string, EventInput[]]>([
    ["when it agrees", [text.start("x", s1), text.content("x", "!", s1), text.end("x", s1)]],
    [
      "when it is left out after the start",
      [text.start("x", s1), text.content("x", "!"), text.end("x")],
    ],
    [
      "when a message is opened again without one",
      [text.start("x", s1), text.end("x"), text.start("x"), text.end("x", s1)],
    ],
    [
      "when a call inherits its message's",
      [
        text.start("x", s1),
        call.start("c1", "f", { parentMessageId: "x" }),
        call.args("c1", "", s1),
        call.end("c1"),
        text.end("x"),
      ],
    ],
    [
      "when a message and a call of one id have two owners",
      [...textMessage("x", "Hi"), ...calls("x", "f", "", s1)],
    ],
    [
      "when a replacing snapshot takes an activity over",
      [activity.snapshot("x", {}, s1), activity.snapshot("x", {}, s2), activity.delta("x", [], s2)],
    ],
    [
      "when a result is another's than its call",
      [...calls("x", "f", "", s1), call.result("x", "", s2)],
    ],
    [
      "on state and steps, where it says who did it",
      [{ ...state.snapshot({}), ...s1 } as EventInput, step.start("a", s2), step.finish("a", s2)],
    ],
    [
      "when a snapshot restates the owner",
      [
        ...textMessage("x", "Hi"),
        messages([{ ...assistant("x"), ...s1 }]),
        text.start("x", s1),
        text.end("x"),
      ],
    ],
  ])("reports no issue %s", (_, events) => {
    expect(issuesAfter(...events, finished())).not.toContain("attribution-mismatch x");
    expect(issuesAfter(...events, finished())).not.toContain("attribution-mismatch c1");
  });

  test("a snapshot with replace:false is no issue and keeps the owner", () => {
    const snapshot = reduce(
      thread(),
      started(),
      activity.snapshot("x", {}, s1),
      activity.snapshot("x", {}, { replace: false, ...s2 }),
    );
    expect(issuesOf(reduce(snapshot, activity.delta("x", [], s1)))).toEqual([]);
    expect(issuesOf(reduce(snapshot, activity.delta("x", [], s2)))).toEqual([
      "attribution-mismatch x",
    ]);
  });
});

test("text under the id of another sub-agent becomes a separate message", () => {
  const { messages: list } = reduce(
    thread(),
    started(),
    text.start("x", s1),
    text.content("x", "one"),
    text.end("x"),
    text.start("x", s2),
    text.content("x", "two", s2),
    text.end("x", s2),
  );
  expect(list).toMatchObject([
    { id: "x", content: "one", subagentRunId: "s1" },
    { content: "two", subagentRunId: "s2" },
  ]);
});

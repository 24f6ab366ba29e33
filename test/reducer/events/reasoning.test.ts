import { describe, expect, test } from "vitest";
import { assistant, failed, finished, reasoning, started, text, textMessage } from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const thinks = (messageId: string, delta: string) => [
  reasoning.start(messageId),
  reasoning.content(messageId, delta),
  reasoning.end(messageId),
];

describe("reasoning", () => {
  test("creates no message for a span", () => {
    const snapshot = reduce(thread(), started(), reasoning.open("s1"), reasoning.close("s1"));
    expect(snapshot.messages).toEqual([]);
    expect(snapshot.issues).toEqual([]);
  });

  test("creates and fills a reasoning message", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.open("s1"),
      reasoning.start("m1", { subagentRunId: "a1" }),
      reasoning.content("m1", "Let me "),
      reasoning.content("m1", "see"),
      reasoning.end("m1"),
      reasoning.close("s1"),
      finished(),
    );
    expect(snapshot.messages).toEqual([
      { id: "m1", role: "reasoning", content: "Let me see", subagentRunId: "a1" },
    ]);
    expect(snapshot.issues).toEqual([]);
  });

  test("lets a span and its message share an id", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.open("x"),
      ...thinks("x", "hm"),
      reasoning.close("x"),
      finished(),
    );
    expect(snapshot.messages).toEqual([{ id: "x", role: "reasoning", content: "hm" }]);
    expect(snapshot.issues).toEqual([]);
  });

  test("puts several messages into one span", () => {
    const { messages } = reduce(
      thread(),
      started(),
      reasoning.open("s1"),
      ...thinks("m1", "a"),
      ...thinks("m2", "b"),
      reasoning.close("s1"),
      finished(),
    );
    expect(messages.map(({ content }) => content)).toEqual(["a", "b"]);
  });

  test("is timed from its start to its end", () => {
    const { timings } = reduce(
      thread(),
      started(),
      reasoning.open("s1", { timestamp: 10 }),
      reasoning.start("m1", { timestamp: 11 }),
      reasoning.end("m1", { timestamp: 17 }),
      reasoning.close("s1", { timestamp: 18 }),
    );
    expect(timings).toEqual({
      s1: { startedAt: 10, endedAt: 18 },
      m1: { startedAt: 11, endedAt: 17 },
    });
  });

  test("ends with the run when it is cut off", () => {
    const { timings } = reduce(
      thread(),
      started(),
      reasoning.start("m1", { timestamp: 10 }),
      failed("boom", { timestamp: 15 }),
    );
    expect(timings.m1).toEqual({ startedAt: 10, endedAt: 15, isCutOff: true });
  });
});

describe("reasoning that breaks the rules", () => {
  test("is opened and timed by content without a start", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.content("m1", "hm", { timestamp: 10 }),
      reasoning.end("m1", { timestamp: 12 }),
    );
    expect(snapshot.messages).toEqual([{ id: "m1", role: "reasoning", content: "hm" }]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
    expect(snapshot.timings.m1).toEqual({ startedAt: 10, endedAt: 12 });
  });

  test("does not enter a text message of the same id", () => {
    const snapshot = reduce(thread(), started(), ...textMessage("m1", "Hi"), ...thinks("m1", "hm"));
    expect(snapshot.messages[0]).toEqual(assistant("m1", "Hi"));
    expect(snapshot.messages.slice(1)).toMatchObject([{ role: "reasoning", content: "hm" }]);
    expect(issuesOf(snapshot)).toEqual(["id-collision m1"]);
  });

  test("can be open together with text of the same id, in separate messages", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.start("m1"),
      text.start("m1"),
      reasoning.content("m1", "hm"),
      text.content("m1", "Hi"),
      reasoning.end("m1"),
      text.content("m1", "!"),
      text.end("m1"),
      finished(),
    );
    expect(snapshot.messages).toMatchObject([
      { id: "m1", role: "reasoning", content: "hm" },
      { role: "assistant", content: "Hi!" },
    ]);
    expect(issuesOf(snapshot)).toEqual(["id-collision m1"]);
  });

  test.each([
    ["a span opened twice", [reasoning.open("s1"), reasoning.open("s1")], "already-open s1"],
    ["a span closed unopened", [reasoning.close("s1")], "not-open s1"],
    ["a message started twice", [reasoning.start("m1"), reasoning.start("m1")], "already-open m1"],
    ["a message ended unstarted", [reasoning.end("m1")], "not-open m1"],
  ])("is an issue: %s", (_, events, issue) => {
    expect(issuesOf(reduce(thread(), started(), ...events))).toEqual([issue]);
  });
});

import { describe, expect, test } from "vitest";
import {
  activity,
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

describe("a text message", () => {
  test("grows with its content and stays after its end", () => {
    const open = reduce(thread(), started(), text.start("m1"));
    expect(open.messages).toEqual([assistant("m1", "")]);
    const growing = reduce(open, text.content("m1", "Hel"), text.content("m1", "lo"));
    expect(growing.messages).toEqual([assistant("m1", "Hello")]);
    const ended = reduce(growing, text.end("m1"), finished());
    expect(ended.messages).toBe(growing.messages);
    expect(ended.issues).toEqual([]);
  });

  test.each(["assistant", "user", "system", "developer"] as const)(
    "may have the role %s",
    (role) => {
      const { messages } = reduce(thread(), started(), text.start("m1", { role }));
      expect(messages).toEqual([{ id: "m1", role, content: "" }]);
    },
  );

  test("keeps the name and the sub-agent of its start event", () => {
    const { messages } = reduce(
      thread(),
      started(),
      text.start("m1", { name: "Ada", subagentRunId: "s1" }),
    );
    expect(messages).toEqual([{ ...assistant("m1", ""), name: "Ada", subagentRunId: "s1" }]);
  });

  test("accepts empty deltas", () => {
    const open = reduce(thread(), started(), text.start("m1"), text.content("m1", "a"));
    expect(reduce(open, text.content("m1", ""))).toBe(open);
  });

  test("streams concurrently with other messages", () => {
    const { messages } = reduce(
      thread(),
      started(),
      text.start("m1"),
      text.start("m2"),
      text.content("m1", "a"),
      text.content("m2", "x"),
      text.content("m1", "b"),
      text.end("m1"),
      text.content("m2", "y"),
      text.end("m2"),
      finished(),
    );
    expect(messages).toEqual([assistant("m1", "ab"), assistant("m2", "xy")]);
  });

  test("continues the message that a tool call created for it", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
      ...textMessage("m1", "Found it"),
      finished(),
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ id: "m1", content: "Found it", toolCalls: [{ id: "c1" }] });
    expect(issues).toEqual([]);
  });

  test("is a message of its own when an earlier message has its id", () => {
    const { messages, issues } = reduce(
      thread({ messages: [assistant("m1", "Hello"), user("u2")] }),
      started(),
      ...textMessage("m1", "Again"),
    );
    expect(messages).toMatchObject([assistant("m1", "Hello"), user("u2"), { content: "Again" }]);
    expect(issues).toEqual([]);
  });

  test("is continued when its id starts again after its end", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...textMessage("m1", "a"),
      ...textMessage("m1", "b"),
    );
    expect(messages).toEqual([assistant("m1", "ab")]);
    expect(issues).toEqual([]);
  });

  test("is complete at its end when a snapshot lacks it while it streams", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      text.start("m1"),
      text.content("m1", "Hel"),
      messages([user("u1")]),
      text.content("m1", "lo"),
      text.end("m1"),
    );
    expect(list).toEqual([user("u1"), assistant("m1", "Hello")]);
  });

  test("stays dropped when a snapshot lacks it after its end", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      ...textMessage("m1", "Hello"),
      messages([user("u1")]),
      text.content("m1", "lost"),
    );
    expect(list).toEqual([user("u1")]);
  });
});

describe("a text message that breaks the rules", () => {
  test("is opened by content without a start", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.content("m1", "Hi", { subagentRunId: "s1" }),
      text.content("m1", " there"),
      text.end("m1"),
    );
    expect(snapshot.messages).toEqual([{ ...assistant("m1", "Hi there"), subagentRunId: "s1" }]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
  });

  test("accepts content after its end", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("m1", "a"),
      text.content("m1", "b"),
    );
    expect(snapshot.messages).toEqual([assistant("m1", "ab")]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
  });

  test("continues when it starts again while open", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start("m1"),
      text.content("m1", "a"),
      text.start("m1"),
      text.content("m1", "b"),
    );
    expect(snapshot.messages).toEqual([assistant("m1", "ab")]);
    expect(issuesOf(snapshot)).toEqual(["already-open m1"]);
  });

  test("begins another message when it starts again while open under an empty id", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start(""),
      text.content("", "a"),
      text.start(""),
      text.content("", "b"),
      text.end(""),
      finished(),
    );
    expect(snapshot.messages.map(({ content }) => content)).toEqual(["a", "b"]);
    expect(issuesOf(snapshot)).toContain("already-open ");
  });

  test("is not created by an end without an open message", () => {
    const snapshot = reduce(thread(), started(), text.end("m1"));
    expect(snapshot.messages).toEqual([]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
  });
});

describe("a text id that is taken", () => {
  const taken = {
    user: [user("x", "mine")],
    activity: [{ id: "x", role: "activity", activityType: "PLAN", content: { a: 1 } }],
    tool: [{ id: "x", role: "tool", toolCallId: "c1", content: "result" }],
    reasoning: [{ id: "x", role: "reasoning", content: "hm" }],
  } as const;

  test.each(Object.entries(taken))("by a %s message gives the text another id", (_, list) => {
    const before = thread({ messages: list });
    const snapshot = reduce(before, started(), ...textMessage("x", "Hi"), finished());
    expect(snapshot.messages[0]).toBe(before.messages[0]);
    expect(snapshot.messages).toHaveLength(2);
    expect(snapshot.messages[1]).toMatchObject({ role: "assistant", content: "Hi" });
    expect(issuesOf(snapshot)).toEqual(["id-collision x"]);
    expect(snapshot.issues[0]?.severity).toBe("notice");
  });

  test.each([
    ["a user message", user("x", "mine"), []],
    ["an activity", undefined, [activity.snapshot("x", { a: 1 })]],
    ["a tool result", undefined, [call.result("c1", "result", { messageId: "x" })]],
    [
      "reasoning",
      undefined,
      [reasoning.start("x"), reasoning.content("x", "hm"), reasoning.end("x")],
    ],
  ])("by %s gives content without a start another message", (_, message, before) => {
    const base = reduce(thread({ messages: message ? [message] : [] }), started(), ...before);
    const snapshot = reduce(base, text.content("x", "Hi"), text.content("x", "!"), text.end("x"));
    expect(snapshot.messages[0]).toBe(base.messages[0]);
    expect(snapshot.messages.slice(1)).toMatchObject([{ role: "assistant", content: "Hi!" }]);
    expect(issuesOf(snapshot)).toEqual(["not-open x", "id-collision x"]);
  });

  test("by a user message with parts gives a user text another message", () => {
    const parts = { id: "x", role: "user", content: [{ type: "text", text: "a" }] } as const;
    const before = thread({ messages: [{ ...parts, content: [...parts.content] }] });
    const { messages } = reduce(before, started(), text.start("x", { role: "user" }));
    expect(messages[0]).toBe(before.messages[0]);
    expect(messages).toHaveLength(2);
  });

  test("or empty gives every such message a generated id", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("", "a"),
      ...textMessage("", "b"),
      finished(),
    );
    expect(snapshot.messages.map(({ content }) => content)).toEqual(["a", "b"]);
    expect(snapshot.messages.map(({ id }) => id)).not.toContain("");
    expect(snapshot.issues).toMatchObject([{ code: "id-collision", subject: "", count: 2 }]);
  });
});

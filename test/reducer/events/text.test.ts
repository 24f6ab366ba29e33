import { describe, expect, test } from "vitest";
import {
  activity,
  assistant,
  call,
  calls,
  finished,
  messages,
  says,
  started,
  text,
  thought,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

describe("a text message", () => {
  test("grows with its content and stays when it ends", () => {
    const open = reduce(thread(), started(), text.start("m1"));
    expect(open.messages).toEqual([assistant("m1", "")]);
    const growing = reduce(open, text.content("m1", "Hel"), text.content("m1", "lo"));
    expect(growing.messages).toEqual([assistant("m1", "Hello")]);
    const ended = reduce(growing, text.end("m1"), finished());
    expect(ended.messages).toBe(growing.messages);
    expect(ended.issues).toEqual([]);
  });

  test.each(["assistant", "user", "system", "developer"] as const)("may be the %s's", (role) => {
    const { messages } = reduce(thread(), started(), text.start("m1", { role }));
    expect(messages).toEqual([{ id: "m1", role, content: "" }]);
  });

  test("keeps the name and the sub-agent of its start", () => {
    const { messages } = reduce(
      thread(),
      started(),
      text.start("m1", { name: "Ada", subagentRunId: "s1" }),
    );
    expect(messages).toEqual([{ ...assistant("m1", ""), name: "Ada", subagentRunId: "s1" }]);
  });

  test("takes empty deltas for what they are", () => {
    const open = reduce(thread(), started(), text.start("m1"), text.content("m1", "a"));
    expect(reduce(open, text.content("m1", ""))).toBe(open);
  });

  test("streams beside others without mixing", () => {
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

  test("continues the message a tool call made for it", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
      ...says("m1", "Found it"),
      finished(),
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ id: "m1", content: "Found it", toolCalls: [{ id: "c1" }] });
    expect(issues).toEqual([]);
  });

  test("continues the message of that id and role from an earlier run", () => {
    const { messages, issues } = reduce(
      thread({ messages: [assistant("m1", "Hello")] }),
      started(),
      ...says("m1", " again"),
    );
    expect(messages).toEqual([assistant("m1", "Hello again")]);
    expect(issues).toEqual([]);
  });

  test("is continued when its id starts again after its end", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...says("m1", "a"),
      ...says("m1", "b"),
    );
    expect(messages).toEqual([assistant("m1", "ab")]);
    expect(issues).toEqual([]);
  });

  test("that a snapshot dropped is not brought back by what still streams into it", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      text.start("m1"),
      messages([user("u1")]),
      text.content("m1", "lost"),
      text.end("m1"),
    );
    expect(list).toEqual([user("u1")]);
  });
});

describe("a text message that breaks the rules", () => {
  test("is opened by its content when nothing opened it", () => {
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

  test("takes content that comes after its end", () => {
    const snapshot = reduce(thread(), started(), ...says("m1", "a"), text.content("m1", "b"));
    expect(snapshot.messages).toEqual([assistant("m1", "ab")]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
  });

  test("goes on when it starts while it is open", () => {
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

  test("changes nothing by an end that ends nothing", () => {
    const snapshot = reduce(thread(), started(), text.end("m1"));
    expect(snapshot.messages).toEqual([]);
    expect(issuesOf(snapshot)).toEqual(["not-open m1"]);
  });
});

describe("an id that is not free", () => {
  const taken = {
    user: [user("x", "mine")],
    activity: [{ id: "x", role: "activity", activityType: "PLAN", content: { a: 1 } }],
    tool: [{ id: "x", role: "tool", toolCallId: "c1", content: "result" }],
    reasoning: [{ id: "x", role: "reasoning", content: "hm" }],
  } as const;

  test.each(Object.entries(taken))("names a %s message, so text gets one of its own", (_, list) => {
    const before = thread({ messages: list });
    const snapshot = reduce(before, started(), ...says("x", "Hi"), finished());
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
    ["reasoning", undefined, [thought.start("x"), thought.content("x", "hm"), thought.end("x")]],
  ])("names %s: content without a start does not run into it", (_, message, before) => {
    const base = reduce(thread({ messages: message ? [message] : [] }), started(), ...before);
    const snapshot = reduce(base, text.content("x", "Hi"), text.content("x", "!"), text.end("x"));
    expect(snapshot.messages[0]).toBe(base.messages[0]);
    expect(snapshot.messages.slice(1)).toMatchObject([{ role: "assistant", content: "Hi!" }]);
    expect(issuesOf(snapshot)).toEqual(["not-open x", "id-collision x"]);
  });

  test("names a user message with parts: a user text is not glued to them", () => {
    const parts = { id: "x", role: "user", content: [{ type: "text", text: "a" }] } as const;
    const before = thread({ messages: [{ ...parts, content: [...parts.content] }] });
    const { messages } = reduce(before, started(), text.start("x", { role: "user" }));
    expect(messages[0]).toBe(before.messages[0]);
    expect(messages).toHaveLength(2);
  });

  test("is empty: every such message gets one of its own", () => {
    const snapshot = reduce(thread(), started(), ...says("", "a"), ...says("", "b"), finished());
    expect(snapshot.messages.map(({ content }) => content)).toEqual(["a", "b"]);
    expect(snapshot.messages.map(({ id }) => id)).not.toContain("");
    expect(snapshot.issues).toMatchObject([{ code: "id-collision", subject: "", count: 2 }]);
  });
});

import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/core.ts";
import { beginReplay, beginRun } from "../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  finished,
  started,
  startedWithMessages,
  textMessage,
  user,
} from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const echo = (runId: string, ...messages: Message[]) =>
  started(runId, { input: { threadId: "t1", runId, messages, tools: [], context: [] } });

const textsOf = (messages: readonly Message[]) => messages.map(({ content }) => content);

const add = (id: string): Message => ({
  id: `of-${id}`,
  role: "assistant",
  toolCalls: [{ id, type: "function", function: { name: "add", arguments: '{"a":1}' } }],
});

const result = (toolCallId: string, id: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content: "3",
});

describe("the input that RUN_STARTED echoes under other ids", () => {
  test("repeats the conversation, whose references stay", () => {
    const before = thread({
      messages: [user("u1", "Hi"), assistant("a1", "Hello"), user("u2", "Go")],
    });
    const { messages, issues } = reduce(
      before,
      echo("r1", user("x1", "Hi"), assistant("x2", "Hello"), user("x3", "Go")),
    );
    expect(messages).toBe(before.messages);
    expect(issues).toEqual([]);
  });

  test("adds the question after the conversation that it repeats", () => {
    const { messages } = reduce(
      thread(),
      echo("r1", user("x1", "Hi")),
      ...textMessage("a1", "Hello"),
      finished(),
      echo("r2", user("y1", "Hi"), assistant("y2", "Hello"), user("y3", "Hi")),
      ...textMessage("a2", "Hello again"),
      finished(),
    );
    expect(textsOf(messages)).toEqual(["Hi", "Hello", "Hi", "Hello again"]);
  });

  test("repeats the end of a conversation whose beginning it omits", () => {
    const before = thread({
      messages: [user("u1", "yes"), assistant("a1", "ok"), user("u2", "yes")],
    });
    const sent = beginRun(before, { runId: "r1", toolNames: [], at: 0 });
    const whole = [user("x1", "yes"), assistant("x2", "ok"), user("x3", "yes")];
    for (const echoed of [[user("x1", "yes")], whole]) {
      expect(reduce(sent, echo("r1", ...echoed)).messages).toBe(before.messages);
    }
  });

  test("repeats calls and results, also when the calls have other ids", () => {
    const before = thread({ messages: [user("u1", "1 + 2"), add("c1"), result("c1", "t1")] });
    for (const id of ["c1", "other"]) {
      const repeated = [user("x1", "1 + 2"), { ...add(id), id: "x2" }, result(id, "x3")];
      const { messages, toolCalls } = reduce(before, echo("r1", ...repeated));
      expect(messages).toBe(before.messages);
      expect(toolCalls).toBe(before.toolCalls);
    }
  });

  test("repeats the conversation each time that the run is replayed", () => {
    const run1 = (id: string) => [
      echo("r1", user(id, "Hi")),
      ...textMessage("a1", "Hello"),
      finished(),
    ];
    const run2 = (id: string) => [
      echo("r2", user(`${id}1`, "Hi"), assistant(`${id}2`, "Hello"), user(`${id}3`, "Go")),
      ...textMessage("a2", "Gone"),
      finished(undefined, { runId: "r2" }),
    ];
    const before = reduce(thread(), ...run1("x"), ...run2("x"));
    expect(textsOf(before.messages)).toEqual(["Hi", "Hello", "Go", "Gone"]);
    const replaying = beginReplay(before, { runId: "r3", toolNames: [], at: 0 });
    expect(reduce(replaying, ...run1("y"), ...run2("y")).messages).toEqual(before.messages);
  });
});

describe("the input that RUN_STARTED echoes", () => {
  test("has a new question when only its text is an earlier one", () => {
    const { messages } = reduce(
      thread({ messages: [user("u1", "yes"), assistant("a1", "ok")] }),
      startedWithMessages(user("u2", "yes")),
    );
    expect(messages.map(({ id }) => id)).toEqual(["u1", "a1", "u2"]);
  });

  test("has a new question when it lacks the last one of the conversation", () => {
    const { messages } = reduce(
      thread({ messages: [user("u1", "One")] }),
      startedWithMessages(user("u2", "Two")),
    );
    expect(textsOf(messages)).toEqual(["One", "Two"]);
  });

  test("has a new call when only its text is that of an earlier one", () => {
    const { messages } = reduce(
      thread({ messages: [user("u1", "1 + 2")] }),
      started(),
      call.start("c1", "add"),
      call.args("c1", '{"a":1}'),
      call.end("c1"),
      call.result("c1", "3"),
      finished(),
      echo("r2", add("c2"), result("c2", "t2")),
    );
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
  });
});

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

describe("the result of a call whose id is used again", () => {
  const calling = (runId: string) => [
    call.start("c", "add"),
    call.args("c", '{"a":1}'),
    call.end("c"),
    finished(undefined, { runId }),
  ];
  const before = reduce(
    thread(),
    ...[echo("r1", user("u1", "One")), ...calling("r1")],
    ...[echo("r2", result("c", "t1")), ...textMessage("a1", "3")],
    finished(undefined, { runId: "r2" }),
    ...[echo("r3", user("u2", "Two")), ...calling("r3")],
  );

  test.each<[string, Message[]]>([
    ["alone", [result("c", "t2")]],
    ["with the call under another id", [{ ...add("c"), id: "x" }, result("c", "t2")]],
    [
      "with the conversation, without the call",
      [
        user("u1", "One"),
        { ...add("c"), id: "c" },
        result("c", "t1"),
        assistant("a1", "3"),
        user("u2", "Two"),
        result("c", "t2"),
      ],
    ],
  ])("belongs to the latest call without one: %s", (_, echoed) => {
    const { messages, toolCalls } = reduce(before, echo("r4", ...echoed));
    expect(messages.slice(0, -1)).toEqual(before.messages);
    expect(messages.at(-1)).toMatchObject({ id: "t2", toolCallId: "c@r3" });
    expect(toolCalls["c@r3"]?.status).toBe("complete");
  });

  test("is not added to another call when the conversation repeats it under another id", () => {
    const echoed = [user("x1", "One"), { ...add("c"), id: "x2" }, result("c", "x3")];
    expect(reduce(before, echo("r4", ...echoed)).messages).toBe(before.messages);
  });
});

describe("a question that RUN_STARTED echoes under another id and in other words", () => {
  const before = thread({
    messages: [user("u1", "Hi "), assistant("a1", "Hello"), user("u2", "Go")],
  });
  const sent = beginRun(before, { runId: "r1", toolNames: [], at: 0 });

  test.each<[string, Message[], string[]]>([
    [
      "with the conversation",
      [user("x1", "Hi!"), assistant("x2", "Hello"), user("x3", "Context: none. Go")],
      ["Hi!", "Hello", "Context: none. Go"],
    ],
    ["alone", [user("x3", "Go!")], ["Hi ", "Hello", "Go!"]],
    [
      "after instructions",
      [{ id: "s", role: "system", content: "Be brief." }, user("x3", "Go!")],
      ["Hi ", "Hello", "Go!", "Be brief."],
    ],
    ["without readable content", [user("x3", "")], ["Hi ", "Hello", "Go"]],
  ])("has the words of the server once: %s", (_, echoed, expected) => {
    const after = reduce(sent, echo("r1", ...echoed));
    expect(textsOf(after.messages)).toEqual(expected);
    expect(after.messages[2]?.id).toBe("u2");
  });

  test.each<[string, Message[], string]>([
    ["with the conversation", [user("x1", "Hi!"), assistant("x2", "Hello")], "Hi!"],
    ["alone", [], "Hi "],
  ])("is shown once when the run is replayed: %s", (_, earlier, first) => {
    const start = echo("r1", ...earlier, user("x3", "Go!"));
    const after = reduce(sent, start);
    const replaying = beginReplay(after, { runId: "r2", toolNames: [], at: 0 });
    const { messages } = reduce(replaying, start);
    expect(textsOf(messages)).toEqual([first, "Hello", "Go!"]);
    expect(messages).toEqual(after.messages);
  });

  test("is shown once when several were sent", () => {
    const two = thread({ messages: [user("u1", "One"), user("u2", "Two")] });
    const running = beginRun(two, { runId: "r1", toolNames: [], at: 0 });
    const { messages } = reduce(running, echo("r1", user("x1", "1."), user("x2", "2.")));
    expect(textsOf(messages)).toEqual(["1.", "2."]);
  });

  test("is shown once in a replay of a conversation that continues", () => {
    const known = thread({
      messages: [user("u1", "Hi"), assistant("a1", "Hello"), user("u2", "Go"), assistant("a2")],
    });
    const echoed = [user("x1", "Hi!"), assistant("x2", "Hello"), user("x3", "Go!")];
    const { messages } = reduce(known, echo("r3", ...echoed, assistant("a2"), user("x4", "On")));
    expect(textsOf(messages)).toEqual(["Hi!", "Hello", "Go!", known.messages[3]?.content, "On"]);
  });

  test("is another one after a question without text that was not sent now", () => {
    const picture: Message = {
      id: "u3",
      role: "user",
      content: [{ type: "image", source: { type: "url", value: "https://a.example/b.png" } }],
    };
    const known = [user("u1", "Hi"), assistant("a1", "Hello"), picture];
    const { messages } = reduce(
      thread({ messages: known }),
      echo("r1", user("u1", "Hi"), assistant("a1", "Hello"), user("u4", "Stop")),
    );
    expect(messages).toEqual([...known, user("u4", "Stop")]);
  });

  test.each<[string, Message[]]>([
    ["of another tab", [user("u2", "Go"), user("x", "Stop")]],
    ["that is followed by the conversation", [user("x", "Before"), user("u1", "Hi ")]],
  ])("is another one %s", (_, echoed) => {
    const { messages } = reduce(sent, echo("r1", ...echoed));
    expect(textsOf(messages)).toContain("Go");
    expect(messages).toHaveLength(4);
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

  test("has a new question when the only one has the same text and was not sent now", () => {
    const { messages } = reduce(
      thread({ messages: [user("u1", "Hi")] }),
      started("r1"),
      finished(),
      echo("r2", user("u2", "Hi")),
    );
    expect(messages.map(({ id }) => id)).toEqual(["u1", "u2"]);
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

  test("has the result of a call whose ids are used again and whose arguments it repairs", () => {
    const broken = call.start("c", "add", { parentMessageId: "m" });
    const before = reduce(
      thread({ messages: [add("c"), result("c", "t")] }),
      started("r1"),
      ...textMessage("m", "Hi"),
      finished(undefined, { runId: "r1" }),
      ...[started("r2"), broken, call.args("c", "nope"), call.end("c")],
      finished(undefined, { runId: "r2" }),
    );
    const repaired = { ...add("c"), id: "m" };
    const { messages } = reduce(before, echo("r3", add("c"), repaired, result("c", "t2")));
    expect(messages.at(-1)).toMatchObject({ id: "t2", toolCallId: "c@r2" });
  });
});

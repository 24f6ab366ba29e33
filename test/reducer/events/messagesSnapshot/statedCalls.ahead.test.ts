import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../../src/core.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { resultMessage, withCalls } from "../statedMessages.ts";

const question = user("u");

/** Reduces a run that begins with a snapshot of messages after the question. */
const receiveStated = (stated: readonly Message[], ...events: readonly EventInput[]) =>
  reduce(
    thread({ messages: [question] }),
    started(),
    messages([question, ...stated]),
    ...events,
    finished(),
  );

describe("a snapshot that states content before its stream starts", () => {
  test("is not doubled by a text after a result", () => {
    const { messages: list } = receiveStated(
      [withCalls("p", "c"), resultMessage("t", "c"), assistant("m", "Hel")],
      ...calls("c", "search", "{}", { parentMessageId: "p" }),
      call.result("c", "found", { messageId: "t" }),
      ...textMessage("m", "Hello"),
    );
    expect(list).toEqual([
      question,
      withCalls("p", "c"),
      resultMessage("t", "c"),
      assistant("m", "Hello"),
    ]);
  });

  test("is not doubled by a call whose result the snapshot has", () => {
    const {
      messages: list,
      toolCalls,
      run,
    } = receiveStated(
      [withCalls("p", "c"), resultMessage("t", "c")],
      ...calls("c", "search", "{}", { parentMessageId: "p" }),
    );
    expect(list).toEqual([question, withCalls("p", "c"), resultMessage("t", "c")]);
    expect(toolCalls.c).toMatchObject({ status: "complete" });
    expect(run.pendingToolCallIds).toEqual([]);
  });

  test("is continued by the stream from the beginning of the arguments", () => {
    const stated = (text: string): Message => ({
      id: "p",
      role: "assistant",
      toolCalls: [{ id: "c", type: "function", function: { name: "search", arguments: text } }],
    });
    const { messages: list } = receiveStated(
      [stated('{"a":"')],
      call.start("c", "search", { parentMessageId: "p" }),
      call.args("c", '{"a":"'),
      messages([question, stated('{"a":"x y')]),
      call.args("c", "x y"),
      call.args("c", '"}'),
      messages([question, stated('{"a":"x y')]),
      call.end("c"),
    );
    expect(list).toEqual([question, stated('{"a":"x y"}')]);
  });

  test("ends with its result, so that the id may name another call", () => {
    const { messages: list } = receiveStated(
      [withCalls("p", "c"), resultMessage("t", "c")],
      ...calls("c", "search", "{}", { parentMessageId: "p" }),
      ...calls("c", "search", '{"q":2}', { parentMessageId: "p2" }),
    );
    expect(list).toMatchObject([
      question,
      { toolCalls: [{ function: { arguments: "{}" } }] },
      resultMessage("t", "c"),
      { toolCalls: [{ function: { arguments: '{"q":2}' } }] },
    ]);
  });
});

describe("calls of one id in a snapshot", () => {
  const rounds = [withCalls("p1", "c"), resultMessage("t1", "c", "one"), withCalls("p2", "c")];

  test("are calls of the run, each of which the stream may send", () => {
    const second = [...rounds, resultMessage("t2", "c", "two")];
    const { messages: list, toolCalls } = receiveStated(
      second,
      ...calls("c", "search", "{}", { parentMessageId: "p1" }),
      call.result("c", "one", { messageId: "t1" }),
      ...calls("c", "search", "{}", { parentMessageId: "p2" }),
      call.result("c", "two", { messageId: "t2" }),
    );
    expect(list.map(({ id, content }) => [id, content])).toEqual(
      [question, ...second].map(({ id, content }) => [id, content]),
    );
    expect(Object.values(toolCalls)).toMatchObject([
      { resultMessageId: "t1" },
      { resultMessageId: "t2" },
    ]);
  });

  test("get the results that the stream sends, without their starts", () => {
    const { toolCalls, messages: list } = receiveStated(rounds, call.result("c", "two"));
    expect(Object.values(toolCalls)).toMatchObject([
      { status: "complete", resultMessageId: "t1" },
      { status: "complete" },
    ]);
    expect(list.map(({ content }) => content)).toEqual([
      "Hello",
      undefined,
      "one",
      undefined,
      "two",
    ]);
  });

  test.each([
    ["in two messages", [withCalls("p1", "c"), withCalls("p2", "c")], 2],
    ["in a message", [withCalls("p1", "c", "c")], 2],
    ["after one with a result", rounds, 1],
  ])("run their page tool once each: %s", async (_, stated, count) => {
    let runs = 0;
    const agent: Agent = {
      async *run({ threadId, runId, messages: sent }) {
        yield { type: "RUN_STARTED", threadId, runId };
        if (++runs === 1) yield messages([...sent, ...stated]);
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    };
    const handled: string[] = [];
    const chat = createThread({ agent });
    chat.registerTool({
      name: "search",
      handler: (_, { toolCallId }) => void handled.push(toolCallId),
    });
    await chat.send("Go");
    expect(new Set(handled).size).toBe(count);
    expect(handled).toHaveLength(count);
  });
});

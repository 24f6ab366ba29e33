import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
} from "../../../../src/core.ts";
import { finished, started } from "../../../reducer/events.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the events of a run with reasoning, texts and parallel calls without ids. */
function unnamedRun(runId: string, { call, message }: { call: Fields; message: Fields }) {
  const start = (toolCallName: string) => ({ type: "TOOL_CALL_START", toolCallName, ...call });
  const args = (delta: string) => ({ type: "TOOL_CALL_ARGS", delta, ...call });
  const end = { type: "TOOL_CALL_END", ...call };
  const result = (content: string) => ({ type: "TOOL_CALL_RESULT", content, ...call, ...message });
  const stream = (type: string, delta: string, fields: Fields = {}) => [
    { type: `${type}_START`, ...message, ...fields },
    { type: `${type}_CONTENT`, delta, ...message },
    { type: `${type}_END`, ...message },
  ];
  const events = [
    ...stream("REASONING_MESSAGE", `Hm ${runId}`, { role: "reasoning" }),
    ...stream("TEXT_MESSAGE", `Let me ${runId}`),
    ...[start("f"), start("g"), args(`{"${runId}":`), args("1}"), args('{"b":2}'), end, end],
    ...[result(`f ${runId}`), result(`g ${runId}`)],
    ...stream("TEXT_MESSAGE", `Done ${runId}`),
  ];
  // The events lack their ids on purpose.
  return [started(runId), ...events, finished(undefined, { runId })] as unknown as EventInput[];
}

/** Returns a conversation as text: the content of messages, and calls with their results. */
const readable = (messages: readonly Message[]) =>
  messages.map((message) => {
    if (message.role === "tool") return `${message.toolCallId}: ${message.content}`;
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const texts = calls.map(({ id, function: f }) => `${id}: ${f.name}(${f.arguments})`);
    return [message.content, ...texts].filter(Boolean).join(" ");
  });

const expected = (runId: string) => [
  `Hm ${runId}`,
  `Let me ${runId}`,
  expect.stringMatching(new RegExp(`: f\\(\\{"${runId}":1\\}\\)$`)),
  expect.stringMatching(new RegExp(`: f ${runId}$`)),
  expect.stringMatching(/: g\(\{"b":2\}\)$/),
  expect.stringMatching(new RegExp(`: g ${runId}$`)),
  `Done ${runId}`,
];

describe.each([
  ["no ids", { call: {}, message: {} }],
  ["empty ids", { call: { toolCallId: "" }, message: { messageId: "" } }],
])("runs whose events have %s", (_, ids) => {
  const log = ["r1", "r2"].flatMap((runId) => unnamedRun(runId, ids));
  const follower = () =>
    createThread({
      threadId: "t1",
      agent: {
        async *run() {},
        async *connect() {
          yield* structuredClone(log);
        },
      },
    });

  test("are received once when they are replayed again", async () => {
    const thread = follower();
    await thread.connect();
    const { messages } = thread.getSnapshot();
    expect(readable(messages)).toEqual([...expected("r1"), ...expected("r2")]);
    await thread.connect();
    expect(thread.getSnapshot().messages).toEqual(messages);
  });

  test("are the same in a recorded and a serialized thread", async () => {
    const thread = follower();
    await thread.connect();
    const { messages } = thread.getSnapshot();
    expect(parseThread(JSON.stringify(log)).snapshot.messages).toEqual(messages);
    expect(parseThread(await serializeThread(thread)).snapshot.messages).toEqual(messages);
  });

  test("are shown once when the thread that ran them connects", async () => {
    const received: EventInput[] = [];
    const thread = createThread({
      threadId: "t1",
      agent: {
        async *run({ runId }) {
          const name = received.length === 0 ? "r1" : "r2";
          const events = unnamedRun(name, ids).map((event) =>
            "runId" in event ? { ...event, runId } : event,
          );
          received.push(...events);
          yield* events;
        },
        async *connect() {
          yield* structuredClone(received);
        },
      },
    });
    await thread.send("One");
    await thread.send("Two");
    const { messages } = thread.getSnapshot();
    expect(readable(messages)).toEqual(["One", ...expected("r1"), "Two", ...expected("r2")]);
    await thread.connect();
    expect(thread.getSnapshot().messages).toEqual(messages);
  });
});

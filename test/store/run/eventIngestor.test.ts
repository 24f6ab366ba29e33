import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { textDelta } from "../../support/runEvents.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const delta: EventInput = { type: "STATE_DELTA", delta: [{ op: "add", path: "/n", value: 1 }] };

/** Creates a thread with an agent whose events the test emits. */
function manualThread() {
  const agent = manualAgent();
  return { agent, thread: createThread({ agent }) };
}

/** Returns a conversation of tool calls with their results. */
function callHistory(count: number): Message[] {
  return Array.from({ length: count }, (_, n): Message[] => [
    {
      id: `a${n}`,
      role: "assistant",
      toolCalls: [{ id: `c${n}`, type: "function", function: { name: "search", arguments: "{}" } }],
    },
    { id: `t${n}`, role: "tool", toolCallId: `c${n}`, content: "found" },
  ]).flat();
}

test("the start of a stream lists no calls of the thread", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: callHistory(10) });
  const { toolCalls } = thread.getSnapshot();
  const { keys } = Object;
  let listed = 0;
  Object.keys = (record: object) => {
    if (record === toolCalls) listed += 1;
    return keys(record);
  };
  try {
    const ended = thread.run();
    await agent.emit(started, { type: "TEXT_MESSAGE_START", messageId: "m1" }, textDelta("a"));
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "a" });
    expect(listed).toBe(0);
    await agent.finish();
    await ended;
  } finally {
    Object.keys = keys;
  }
});

describe("a stream of events", () => {
  test("is applied in order when types are mixed in a batch", async () => {
    const { agent, thread } = manualThread();
    const published: string[] = [];
    thread.subscribe({ onEvent: ({ type }) => published.push(type) });
    const ended = thread.run();
    await agent.emit(started, { type: "TEXT_MESSAGE_START", messageId: "m1" }, textDelta("a"));
    await agent.emit(textDelta("b"), delta, textDelta("c"));
    await agent.emit(textDelta("d"));
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" }, finished);
    await agent.finish();
    expect((await ended).outcome).toBe("success");
    expect(thread.getSnapshot()).toMatchObject({
      messages: [{ content: "abcd" }],
      state: { n: 1 },
      issues: [],
    });
    expect(published).toEqual([
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_CONTENT",
      "STATE_DELTA",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
  });

  test("can be stopped between two events", async () => {
    let hasYielded = false;
    const thread = createThread({
      agent: {
        async *run() {
          yield started;
          hasYielded = true;
          yield delta;
          await new Promise(() => {});
        },
      },
    });
    const ended = thread.run();
    await vi.waitFor(() => expect(hasYielded).toBe(true));
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(thread.getSnapshot().run.status).toBe("idle");
  });

  test("may begin with a chunk, an older spelling or a faulty event", async () => {
    for (const [event, check] of [
      [
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" },
        { messages: [{ content: "Hi" }] },
      ],
      [{ type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "hm" }, { messages: [{ content: "hm" }] }],
      [{ type: "META", metaType: "note", payload: {} }, { annotations: { "": [{}] } }],
      [{ type: "TOMORROW" }, { issues: [{ code: "unknown-event" }] }],
      [{ type: "RAW", event: 1, metadata: null }, { issues: [{ code: "null-field" }] }],
      ["no object", { issues: [{ code: "malformed-frame" }] }],
      [
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: { q: 1 } },
        { tracking: { deferredArguments: { c1: '{"q":1}' } } },
      ],
      [{ type: "STATE_SNAPSHOT", snapshot: 7 }, { state: 7 }],
      [
        { ...finished, outcome: "interrupt", interrupt: { id: "i1" } },
        { interrupts: [{ id: "i1" }] },
      ],
      [
        {
          type: "TOOL_CALL_RESULT",
          messageId: "x",
          toolCallId: "c",
          content: [{ type: "text", text: "ok" }],
        },
        { messages: [{ role: "tool" }] },
      ],
    ] as const) {
      const { agent, thread } = manualThread();
      const ended = thread.run();
      await agent.emit(started);
      await agent.emit(event as unknown as EventInput);
      expect(thread.getSnapshot()).toMatchObject(check);
      thread.stop();
      await ended;
    }
  });

  test("takes messages from the input that RUN_STARTED echoes", async () => {
    const { agent, thread } = manualThread();
    const ended = thread.run();
    const messages = [{ id: "u1", role: "user", content: "Hello" }];
    const input = { threadId: "t1", runId: "r1", messages, tools: [], context: [] };
    await agent.emit({ ...started, input } as unknown as EventInput);
    expect(thread.getSnapshot().messages).toEqual(messages);
    await agent.finish();
    await ended;
  });
});

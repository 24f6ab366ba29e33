import { describe, expect, test, vi } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const says = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "m1",
  delta,
});
const delta: EventInput = { type: "STATE_DELTA", delta: [{ op: "add", path: "/n", value: 1 }] };

/** A thread on a page that has loaded nothing but what everyday conversations take. */
async function freshThread() {
  vi.resetModules();
  const { createThread } = await import("../../../src/core.ts");
  const agent = manualAgent();
  return { agent, thread: createThread({ agent }) };
}

describe("what is loaded late", () => {
  const play = async (strict: boolean, ...more: readonly EventInput[]) => {
    vi.resetModules();
    const { createThread } = await import("../../../src/core.ts");
    const { lateParts } = await import("../../../src/store/thread/loadLate.ts");
    const thread = createThread({
      strict,
      agent: {
        async *run() {
          yield started;
          yield [
            { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
            says("Hi"),
            { type: "TEXT_MESSAGE_END", messageId: "m1" },
            { type: "RAW", event: null, rawEvent: null },
            ...more,
            {
              ...finished,
              outcome: { type: "success", pendingToolCallIds: [] },
              usage: [{ model: "m", inputTokens: 1 }],
            },
            // Its nulls have always meant absent; the types of events do not know them.
          ] as unknown as EventInput[];
        },
      },
    });
    const { outcome, newMessages } = await thread.run();
    expect(outcome).toBe("success");
    expect(newMessages[0]).toMatchObject({ content: "Hi" });
    expect(thread.getSnapshot().issues).toEqual([]);
    return lateParts();
  };

  test("is not loaded for an everyday conversation", async () => {
    expect(await play(false)).toBeUndefined();
  });

  test("is loaded with the first tool call", async () => {
    const call: EventInput = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
    expect(await play(false, call, { type: "TOOL_CALL_END", toolCallId: "c1" })).toBeDefined();
  });

  test("is loaded for a strict thread", async () => {
    expect(await play(true)).toBeDefined();
  });
});

describe("a stream that needs what is loaded late", () => {
  test("is read on in order", async () => {
    const { agent, thread } = await freshThread();
    const seen: string[] = [];
    thread.subscribe({ onEvent: ({ type }) => seen.push(type) });
    const ended = thread.run();
    await agent.emit(started, { type: "TEXT_MESSAGE_START", messageId: "m1" }, says("a"));
    await agent.emit(says("b"), delta, says("c"));
    await agent.emit(says("d"));
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" }, finished);
    await agent.finish();
    expect((await ended).outcome).toBe("success");
    expect(thread.getSnapshot()).toMatchObject({
      messages: [{ content: "abcd" }],
      state: { n: 1 },
      issues: [],
    });
    expect(seen).toEqual([
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

  test("can be stopped meanwhile", async () => {
    vi.resetModules();
    const { createThread } = await import("../../../src/core.ts");
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

  test("reads chunks, older spellings and everything else the first time as well", async () => {
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
      const { agent, thread } = await freshThread();
      const ended = thread.run();
      await agent.emit(started);
      await agent.emit(event as unknown as EventInput);
      expect(thread.getSnapshot()).toMatchObject(check);
      thread.stop();
      await ended;
    }
  });

  test("takes the echo of the input with its messages", async () => {
    const { agent, thread } = await freshThread();
    const ended = thread.run();
    const messages = [{ id: "u1", role: "user", content: "Hello" }];
    const input = { threadId: "t1", runId: "r1", messages, tools: [], context: [] };
    await agent.emit({ ...started, input } as unknown as EventInput);
    expect(thread.getSnapshot().messages).toEqual(messages);
    await agent.finish();
    await ended;
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Agent,
  type AgentYield,
  createThread,
  type EventInput,
  type Message,
} from "../../../src/core.ts";
import { runEvents, textChunk } from "../../support/runEvents.ts";

const events = runEvents("r1", textChunk("Hi"));

describe("an agent whose stream stays open after the end of the run", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const [started, text, finished] = events as [EventInput, EventInput, EventInput];
  const failed: EventInput = { type: "RUN_ERROR", message: "no" };
  const call: EventInput = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
  const result: EventInput = {
    type: "TOOL_CALL_RESULT",
    messageId: "t1",
    toolCallId: "c1",
    content: "3",
  };
  const unnamedCall = { ...call, toolCallId: null } as unknown as EventInput;
  const unnamedResult = { ...result, toolCallId: null } as unknown as EventInput;
  const chunk: EventInput = { ...call, type: "TOOL_CALL_CHUNK", delta: "{}" };
  const question = { id: "u1", role: "user", content: "Hi" } as const;
  const calling: Message = {
    id: "a1",
    role: "assistant",
    toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: "{}" } }],
  } as const;
  const answer = { id: "t1", role: "tool", toolCallId: "c1", content: "3" } as const;
  const lateText: EventInput = { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" };
  const openText: EventInput = { ...lateText, messageId: "m1" };
  const lateEnd: EventInput = { type: "TEXT_MESSAGE_END", messageId: "m2" };

  const nullOutcome = { ...finished, outcome: null } as unknown as EventInput;
  const nextRun = events.map((event) => ("runId" in event ? { ...event, runId: "r2" } : event));

  function snapshot(...messages: Message[]): EventInput {
    return { type: "MESSAGES_SNAPSHOT", messages };
  }

  /** Runs an agent that yields these values and then waits until its signal aborts. */
  function runOpen(yielded: readonly AgentYield[], endMs?: number) {
    const stream: { signal?: AbortSignal } = {};
    const agent: Agent = {
      endMs,
      async *run(_, { signal }) {
        stream.signal = signal;
        yield* yielded;
        await new Promise(() => {});
      },
    };
    const thread = createThread({ agent });
    return { thread, ended: thread.run(), stream };
  }

  test.each<[string, readonly AgentYield[], number | undefined, number, string]>([
    ["RUN_FINISHED", events, undefined, 3_000, "success"],
    ["RUN_FINISHED in a batch", [events], undefined, 3_000, "success"],
    ["RUN_ERROR", [started, text, failed], undefined, 3_000, "error"],
    ["its own limit", events, 7_000, 7_000, "success"],
    ["the last of two runs", [...events, ...events], undefined, 3_000, "success"],
    ["the result of a tool of the server", [started, call, finished, result], 10, 10, "success"],
    ["the result of a chunked call", [started, chunk, finished, result], 10, 10, "success"],
    [
      "the results of calls without ids",
      [started, unnamedCall, unnamedCall, unnamedResult, finished, unnamedResult],
      10,
      10,
      "success",
    ],
    [
      "a snapshot with the result",
      [started, call, snapshot(question, calling, answer), finished],
      10,
      10,
      "success",
    ],
    [
      "a snapshot with an old call without a result",
      [started, snapshot(calling, question), finished],
      10,
      10,
      "success",
    ],
    ["a text that it left open", [started, openText, finished], 10, 10, "success"],
    ["the end of a late text", [...events, lateText, lateEnd], 10, 10, "success"],
    ["a run after one with an open call", [started, call, finished, ...nextRun], 10, 10, "success"],
  ])("ends its run some time after %s", async (_, yielded, endMs, limit, outcome) => {
    const { thread, ended, stream } = runOpen(yielded, endMs);
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(thread.getSnapshot().run.status).toBe("streaming");
    expect(stream.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(thread.getSnapshot().run.status).not.toBe("streaming");
    expect(await ended).toMatchObject({ outcome });
    expect(stream.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, readonly AgentYield[], number | undefined]>([
    ["no limit", events, 0],
    ["another run", [...events, started], undefined],
    ["a tool of the server that still runs", [started, call, finished], undefined],
    ["a chunked call without a result", [started, chunk, finished], undefined],
    [
      "two calls without ids and one result",
      [started, unnamedCall, unnamedCall, unnamedResult, finished],
      undefined,
    ],
    [
      "a call without a result in a snapshot",
      [started, snapshot(question, calling), finished],
      undefined,
    ],
    ["a text that begins after its end", [...events, lateText], undefined],
    ["a call whose run has the outcome null", [started, call, nullOutcome], undefined],
  ])("continues its run with %s", async (_, yielded, endMs) => {
    const { thread, ended } = runOpen(yielded, endMs);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thread.getSnapshot().run.status).toBe("streaming");
    thread.stop();
    await ended;
  });
});

test("an agent that repeats a state after the end of its run ends it in three times `endMs`", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const [started, text, finished] = events;
  let stateCount = 0;
  const agent: Agent = {
    endMs: 2_000,
    async *run(_, { signal }) {
      yield [started, text] as AgentYield;
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      yield finished as AgentYield;
      while (!signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        stateCount += 1;
        yield { type: "STATE_SNAPSHOT", snapshot: { n: 1 } };
      }
    },
  };
  const ended = createThread({ agent }).send("Hello");
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(await ended).toMatchObject({ outcome: "success" });
  expect(stateCount).toBeLessThan(8);
});

import { afterEach, describe, expect, test, vi } from "vitest";
import {
  runError,
  runFinished,
  runStarted,
  type ScriptStep,
  scriptedAgent,
  textRun,
} from "../../src/testing.ts";
import { collect, runInput } from "../support/collect.ts";
import { customEvent } from "../support/runEvents.ts";

afterEach(() => {
  vi.useRealTimers();
});
const [a, b, c] = [customEvent("a"), customEvent("b"), customEvent("c")];

describe("scriptedAgent", () => {
  test("yields each step by itself, and an array of events together", async () => {
    const { batches, error } = await collect(scriptedAgent([a, [b, c], a]));
    expect(batches).toEqual([[a], [b, c], [a]]);
    expect(error).toBeUndefined();
  });

  test("calls a script function, and the functions among its steps, with the input, and plays their results", async () => {
    const agent = scriptedAgent((input) => [
      customEvent(input.threadId),
      ({ runId }) => customEvent(runId),
      async () => [a, b],
      () => [a, { delayMs: 0 }, () => b],
      () => undefined,
      async () => undefined,
    ]);
    expect((await collect(agent)).batches).toEqual([
      [customEvent("t1")],
      [customEvent("r1")],
      [a, b],
      [a],
      [b],
    ]);
  });

  test("accepts a script that returns one step or none", async () => {
    expect((await collect(scriptedAgent(() => a))).events).toEqual([a]);
    expect((await collect(scriptedAgent(() => undefined))).events).toEqual([]);
    expect((await collect(scriptedAgent([]))).events).toEqual([]);
  });

  test("plays one script per run, and repeats the last", async () => {
    const agent = scriptedAgent([a], [b]);
    const runs = [await collect(agent), await collect(agent), await collect(agent)];
    expect(runs.map(({ events }) => events)).toEqual([[a], [b], [b]]);
  });

  test("records every input", async () => {
    const agent = scriptedAgent([]);
    const inputs = [runInput({ runId: "1" }), runInput({ runId: "2" })];
    for (const input of inputs) await collect(agent, { input });
    expect(agent.inputs).toEqual(inputs);
    expect(agent.inputs[0]).toBe(inputs[0]);
  });

  test("fails when its script throws, after the previous steps", async () => {
    const failure = new Error("out of tokens");
    const agent = scriptedAgent([
      a,
      () => {
        throw failure;
      },
      b,
    ]);
    expect(await collect(agent)).toMatchObject({ events: [a], error: failure });
  });

  test("throws without a script", () => {
    expect(() => scriptedAgent()).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });
});

describe("a script delay", () => {
  test("pauses for its duration", async () => {
    vi.useFakeTimers();
    const received: unknown[] = [];
    const run = (async () => {
      const agent = scriptedAgent([a, { delayMs: 500 }, b]);
      for await (const event of agent.run(runInput(), new AbortController())) received.push(event);
    })();
    await vi.advanceTimersByTimeAsync(499);
    expect(received).toEqual([a]);
    await vi.advanceTimersByTimeAsync(1);
    expect(received).toEqual([a, b]);
    await run;
  });

  test("ends when the run is stopped, with the reason of the signal, and clears its timer", async () => {
    vi.useFakeTimers();
    const abort = new AbortController();
    const run = collect(scriptedAgent([a, { delayMs: 500 }, b]), abort);
    await vi.advanceTimersByTimeAsync(1);
    abort.abort("enough");
    expect(await run).toMatchObject({ events: [a], error: "enough" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a stopped run", () => {
  test("plays no further steps", async () => {
    const abort = new AbortController();
    const later = vi.fn((): ScriptStep => b);
    const agent = scriptedAgent([a, () => void abort.abort("enough"), later]);
    expect(await collect(agent, abort)).toMatchObject({ events: [a], error: "enough" });
    expect(later).not.toHaveBeenCalled();
  });

  test("aborts the signal of its script functions", async () => {
    const abort = new AbortController();
    const agent = scriptedAgent([
      (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    ]);
    const run = collect(agent, abort);
    abort.abort("enough");
    expect(await run).toMatchObject({ events: [], error: "enough" });
  });

  test("is not played when it is stopped before the start", async () => {
    const agent = scriptedAgent([a]);
    expect(await collect(agent, { signal: AbortSignal.abort("no") })).toMatchObject({
      error: "no",
    });
    expect(agent.inputs).toEqual([]);
  });
});

describe("textRun", () => {
  test("creates a whole run with the text", async () => {
    const { events } = await collect(scriptedAgent(textRun("Hello")));
    expect(events).toEqual([
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "r1-text", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "r1-text", delta: "Hello" },
      { type: "TEXT_MESSAGE_END", messageId: "r1-text" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    ]);
  });

  test.each<[chunk: number, deltas: readonly string[]]>([
    [1, ["👩", "é", "!", "?"]],
    [3, ["👩é!", "?"]],
    [9, ["👩é!?"]],
    [0, ["👩", "é", "!", "?"]],
  ])("splits the text into chunks of %i characters", async (chunk, deltas) => {
    const { events } = await collect(scriptedAgent(textRun("👩é!?", { chunk, messageId: "m" })));
    expect(events.flatMap((event) => ("delta" in event ? [event.delta] : []))).toEqual(deltas);
  });

  test("creates a message without content for an empty text", async () => {
    const { events } = await collect(scriptedAgent(textRun("")));
    expect(events.map(({ type }) => type)).toEqual([
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
  });
});

test("runStarted, runFinished and runError use the ids of the input", async () => {
  const outcome = { type: "cancelled" } as const;
  const script = [runStarted(), runError("no", "E1"), runError("no"), runFinished({ outcome })];
  expect((await collect(scriptedAgent(script))).events).toEqual([
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "RUN_ERROR", message: "no", code: "E1" },
    { type: "RUN_ERROR", message: "no" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1", outcome },
  ]);
});

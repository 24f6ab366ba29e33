import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Agent,
  type AgentYield,
  createThread,
  type EventInput,
  type Message,
} from "../../../src/core.ts";

const events: EventInput[] = [
  { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" },
  { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
];

/** Runs any value as an agent. */
const run = async (agent: unknown) => {
  const thread = createThread({ agent: agent as Agent });
  const result = await thread.run();
  return { ...result, snapshot: thread.getSnapshot() };
};

/** Creates a hand-written iterator without `return` and `throw`. */
const byHand = (steps: readonly unknown[], more: object = {}): Agent => ({
  run() {
    const rest = [...steps];
    const iterator = {
      async next() {
        return rest.length > 0
          ? { done: false, value: rest.shift() }
          : { done: true, value: undefined };
      },
      ...more,
    };
    return { [Symbol.asyncIterator]: () => iterator } as AsyncIterable<EventInput>;
  },
});

describe("an agent may be", () => {
  test("a plain object", async () => {
    const { outcome, newMessages } = await run({
      async *run() {
        yield* events;
      },
    });
    expect(outcome).toBe("success");
    expect(newMessages).toMatchObject([{ content: "Hi" }]);
  });

  test("an object that needs its `this`", async () => {
    class Greeter implements Agent {
      readonly #events = events;
      async *run() {
        yield* this.#events;
      }
    }
    expect((await run(new Greeter())).outcome).toBe("success");
  });

  test("an object that yields batches", async () => {
    const { outcome, snapshot } = await run({
      async *run() {
        yield [events[0]];
        yield [events[1], events[2]];
        yield [];
      },
    });
    expect(outcome).toBe("success");
    expect(snapshot.messages).toMatchObject([{ content: "Hi" }]);
  });

  test("a hand-written async iterable", async () => {
    expect((await run(byHand(events))).outcome).toBe("success");
  });
});

describe("a faulty agent ends its run in error:", () => {
  test.each<[string, unknown]>([
    [
      "it throws before it yields",
      {
        run() {
          throw new Error("no");
        },
      },
    ],
    [
      "it rejects",
      {
        run: () => ({
          [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("no")) }),
        }),
      },
    ],
    ["it gives nothing", { run() {} }],
    ["it gives a list", { run: () => events }],
    ["it gives a promise", { run: async () => events }],
  ])("an agent ends its run in error when %s", async (_, agent) => {
    const { outcome, error, snapshot } = await run(agent);
    expect(outcome).toBe("error");
    expect(error?.code).toBe("agent-failed");
    expect(snapshot.run.status).toBe("error");
  });
});

describe("an agent that yields invalid values between its events", () => {
  const garbage = [
    null,
    7,
    "text",
    {},
    { type: "TEXT_MESSAGE_CONTENT" },
    { type: "TOMORROW" },
    { type: { toString: 1 } },
    Object.create(null),
    [null, [1]],
  ];

  test("is read to the end, with an issue per value", async () => {
    const { outcome, snapshot } = await run(byHand([events[0], ...garbage, ...events.slice(1)]));
    expect(outcome).toBe("success");
    expect(snapshot.messages).toMatchObject([{ content: "Hi" }]);
    const codes = new Set(snapshot.issues.map(({ code }) => code));
    expect(codes).toEqual(new Set(["malformed-frame", "unknown-event", "malformed-event"]));
  });
});

describe("an abandoned agent", () => {
  test("receives an abort and need not react", async () => {
    let signal: AbortSignal | undefined;
    const thread = createThread({
      agent: {
        async *run(_, options) {
          signal = options.signal;
          yield* events.slice(0, 2);
          // Ignores its signal and never settles.
          await new Promise(() => {});
        },
      },
    });
    const ended = thread.run();
    await vi.waitFor(() => expect(thread.getSnapshot().messages).toHaveLength(1));
    thread.stop();
    const { outcome } = await ended;
    expect(signal?.aborted).toBe(true);
    expect(outcome).toBe("cancelled");
  });

  test("adds nothing more to the thread", async () => {
    let speak = () => {};
    let hasSpoken = false;
    const thread = createThread({
      agent: {
        async *run() {
          yield* events.slice(0, 2);
          await new Promise<void>((resolve) => {
            speak = resolve;
          });
          hasSpoken = true;
          yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "Too late" };
        },
      },
    });
    const ended = thread.run();
    await vi.waitFor(() => expect(thread.getSnapshot().messages).toHaveLength(1));
    thread.stop();
    await ended;
    const snapshot = thread.getSnapshot();
    speak();
    await vi.waitFor(() => expect(hasSpoken).toBe(true));
    expect(thread.getSnapshot()).toBe(snapshot);
  });

  test.each<[string, object]>([
    [
      "throws when it is closed",
      {
        return() {
          throw new Error("not now");
        },
      },
    ],
    ["rejects when it is closed", { return: () => Promise.reject(new Error("not now")) }],
    ["closes without a promise", { return: () => ({ done: true, value: undefined }) }],
    ["cannot be closed", {}],
  ])("may be an agent that %s", async (_, more) => {
    const strict = createThread({
      agent: byHand([events[0], { type: "TEXT_MESSAGE_END", messageId: "ghost" }], more),
      strict: true,
    });
    const { error } = await strict.run();
    expect(error?.code).toBe("protocol-violation");
  });

  test("is closed after a failed run, so that it can clean up", async () => {
    let isClosed = false;
    const thread = createThread({
      agent: {
        async *run() {
          try {
            yield* events;
            yield* events;
          } finally {
            isClosed = true;
          }
        },
      },
      strict: true,
    });
    thread.subscribe({
      onEvent({ type }) {
        if (type === "TEXT_MESSAGE_CONTENT") thread.stop();
      },
    });
    expect((await thread.run()).outcome).toBe("cancelled");
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });
});

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

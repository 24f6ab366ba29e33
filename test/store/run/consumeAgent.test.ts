import { describe, expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";

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

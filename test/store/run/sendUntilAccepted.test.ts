import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Agent, AgentKitError, createThread, type RunAgentInput } from "../../../src/core.ts";
import { createDeferred } from "../../support/deferred.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Refusals that mean that another run of the thread is not over. */
const refusals: Record<string, () => AsyncGenerator<object>> = {
  async *"RUN_ERROR with a code"() {
    yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
    yield { type: "RUN_ERROR", message: "Wait for RUN_FINISHED.", code: "THREAD_BUSY" };
  },
  async *"RUN_ERROR with a sentence"() {
    yield [{ type: "RUN_ERROR", message: "Another run is already in progress on thread t." }];
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 409"() {
    throw new AgentKitError("http-status", "409", { status: 409, body: "" });
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 503 with Retry-After"() {
    throw new AgentKitError("http-status", "503", { status: 503, retryAfterMs: 2_000 });
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 429 with Retry-After"() {
    throw new AgentKitError("http-status", "429", { status: 429, retryAfterMs: 0 });
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 400 with a code"() {
    throw new AgentKitError("http-status", "400", {
      status: 400,
      body: '{"code":"run_in_progress"}',
    });
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 400 with words"() {
    throw new AgentKitError("http-status", "400", { status: 400, body: "A run is in progress." });
  },
  // biome-ignore lint/correctness/useYield: the request itself is refused
  async *"HTTP 500 of CopilotKit"() {
    const body = '{"error":"Failed to run agent","message":"Thread already running"}';
    throw new AgentKitError("http-status", "500", { status: 500, body });
  },
};

async function* answer({ threadId, runId }: RunAgentInput) {
  yield { type: "RUN_STARTED", threadId, runId };
  yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" };
  yield { type: "RUN_FINISHED", threadId, runId };
}

/** Returns an agent that refuses its first runs. */
function busyAgent(count: number, refuse: () => AsyncGenerator<object>) {
  const inputs: RunAgentInput[] = [];
  const agent: Agent = {
    run(input) {
      inputs.push(input);
      // The events are complete.
      return (inputs.length > count ? answer(input) : refuse()) as ReturnType<Agent["run"]>;
    },
  };
  return { agent, inputs };
}

describe("a run that the server refuses because another one is not over", () => {
  test.each(Object.keys(refusals))("is sent again until it is accepted: %s", async (name) => {
    const { agent, inputs } = busyAgent(3, refusals[name] as () => AsyncGenerator<object>);
    const thread = createThread({ agent });
    const isBusy: (boolean | undefined)[] = [];
    thread.store.subscribe(({ run }) => isBusy.push(run.isServerBusy));
    const sent = thread.send("Hello");
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(inputs).toHaveLength(4);
    expect(new Set(inputs).size).toBe(1);
    expect(isBusy).toContain(true);
    const { run, messages, issues } = thread.getSnapshot();
    expect(run).not.toHaveProperty("isServerBusy");
    expect(messages.map(({ content }) => content)).toEqual(["Hello", "Hi"]);
    expect(issues).toEqual([]);
  });

  test.each([409, 429, 503])("waits for the Retry-After of a response %i", async (status) => {
    // biome-ignore lint/correctness/useYield: the request itself is refused
    const { agent, inputs } = busyAgent(1, async function* () {
      throw new AgentKitError("http-status", "Busy", { status, retryAfterMs: 20_000 });
    });
    const sent = createThread({ agent }).send("Hello");
    await vi.advanceTimersByTimeAsync(19_000);
    expect(inputs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(inputs).toHaveLength(2);
  });

  test("fails at once when the Retry-After of an overloaded server is long or missing", async () => {
    for (const retryAfterMs of [{ retryAfterMs: 60_000 }, {}]) {
      // biome-ignore lint/correctness/useYield: the request itself is refused
      const { agent, inputs } = busyAgent(1, async function* () {
        throw new AgentKitError("http-status", "Busy", { status: 503, ...retryAfterMs });
      });
      const sent = createThread({ agent }).send("Hello");
      await vi.advanceTimersByTimeAsync(100);
      expect(await sent).toMatchObject({ outcome: "error" });
      expect(inputs).toHaveLength(1);
    }
  });

  test("fails with the server's error after eight retries", async () => {
    const { agent, inputs } = busyAgent(100, refusals["RUN_ERROR with a code"] as never);
    const thread = createThread({ agent });
    const sent = thread.send("Hello");
    await vi.runAllTimersAsync();
    const { outcome, error } = await sent;
    expect({ outcome, message: error?.message }).toEqual({
      outcome: "error",
      message: "Wait for RUN_FINISHED.",
    });
    expect(inputs).toHaveLength(9);
    expect(thread.getSnapshot().run).not.toHaveProperty("isServerBusy");
  });

  test("can be stopped while it waits", async () => {
    const { agent, inputs } = busyAgent(100, refusals["HTTP 409"] as never);
    const thread = createThread({ agent });
    const sent = thread.send("Hello");
    await vi.advanceTimersByTimeAsync(100);
    thread.stop();
    expect(await sent).toMatchObject({ outcome: "cancelled" });
    await vi.runAllTimersAsync();
    expect(inputs).toHaveLength(1);
    expect(thread.getSnapshot().run).not.toHaveProperty("isServerBusy");
  });

  test.each([
    "Conversation already has a title, model failed",
    "The printer is still offline; agent already tried",
    "The thread was already deleted.",
    "The session is still expired.",
    "The run in progress failed: no such table.",
    "Cannot import: a run in progress of another tenant was found.",
  ])("is not sent again for another error: %s", async (message) => {
    const { agent, inputs } = busyAgent(100, async function* () {
      yield { type: "RUN_ERROR", message };
    });
    const sent = createThread({ agent }).send("Hello");
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({ outcome: "error", error: { message } });
    expect(inputs).toHaveLength(1);
  });

  test("fails at once for an error that comes after content", async () => {
    const { agent, inputs } = busyAgent(1, async function* () {
      yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
      yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m0", delta: "So" };
      yield { type: "RUN_ERROR", message: "The agent is still busy." };
    });
    const thread = createThread({ agent });
    expect(await thread.send("Hello")).toMatchObject({ outcome: "error" });
    expect(inputs).toHaveLength(1);
  });
});

describe("a run after a stopped one", () => {
  test("waits for the answer to the cancellation", async () => {
    const cancelled = createDeferred();
    const { agent, inputs } = busyAgent(1, async function* () {
      yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
      await new Promise(() => {});
    });
    const thread = createThread({ agent: { ...agent, cancel: () => cancelled.promise } });
    const stopped = thread.send("Count");
    await vi.advanceTimersByTimeAsync(0);
    thread.stop();
    const sent = thread.send("Hello");
    await stopped;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(inputs).toHaveLength(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "submitted", isServerBusy: true });
    cancelled.resolve();
    expect(await sent).toMatchObject({ outcome: "success" });
  });

  test("waits no longer than ten seconds", async () => {
    const { agent, inputs } = busyAgent(1, async function* () {
      yield { type: "RUN_STARTED", threadId: "t", runId: "r" };
      await new Promise(() => {});
    });
    const thread = createThread({ agent: { ...agent, cancel: () => new Promise(() => {}) } });
    thread.send("Count");
    await vi.advanceTimersByTimeAsync(0);
    thread.stop();
    const sent = thread.send("Hello");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(inputs).toHaveLength(2);
  });
});

import { describe, expect, test, vi } from "vitest";
import { type Agent, AgentKitError, createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { textChunk } from "../../support/runEvents.ts";
import { connectionError, cuttableAgent, emptyStream, failingStream } from "./cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const ANSWER = [started, textChunk("Hello"), textChunk(" there"), finished];
const reconnect = { firstMs: 0, attempts: 3 };

/** Creates an agent whose runs break off after the first text and that connects with this function. */
function createLossyAgent(connect: NonNullable<Agent["connect"]>) {
  const calls = { runs: 0, connects: 0, cancelled: [] as unknown[] };
  const agent: Agent = {
    async *run() {
      calls.runs++;
      yield [started, textChunk("Hello")];
      throw connectionError();
    },
    connect(input, options) {
      calls.connects++;
      return connect(input, options);
    },
    cancel: async (run) => calls.cancelled.push(run),
  };
  return { agent, calls };
}

const fails = () => failingStream(new AgentKitError("http-status", "Busy.", { status: 503 }));
const sendsNothing = emptyStream;
async function* replaysAnswer() {
  yield ANSWER;
}

describe("a run whose connection stays lost", () => {
  test.each([
    ["fails", fails],
    ["sends nothing", sendsNothing],
  ])("fails when every attempt %s", async (_, connect) => {
    const { agent, calls } = createLossyAgent(connect);
    const thread = createThread({ agent, reconnect });
    const received = new Set<string>();
    thread.store.subscribe(({ run }) => received.add(run.status));
    const { outcome, error } = await thread.send("Hi");
    expect(calls).toMatchObject({ runs: 1, connects: 3 });
    expect(received).toContain("reconnecting");
    expect(outcome).toBe("error");
    expect(error?.code).toBe("network");
    expect(thread.getSnapshot().run).toMatchObject({ status: "error", error: { code: "network" } });
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello" });
  });

  test("counts only consecutive attempts without new events", async () => {
    const cuts = [2, 2, 2, 3, 3, 3].map((at) => ({ at, how: "broken" as const }));
    const thread = createThread({
      agent: cuttableAgent(ANSWER, { cuts, manner: "from the start" }),
      reconnect,
    });
    expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello there" });
  });

  test("fails at once when the agent refuses the connection", async () => {
    const { agent, calls } = createLossyAgent(() =>
      failingStream(new AgentKitError("http-status", "Who are you?", { status: 401 })),
    );
    const { error } = await createThread({ agent, reconnect }).send("Hi");
    expect(error).toMatchObject({ code: "http-status", context: { status: 401 } });
    expect(calls.connects).toBe(1);
  });

  test("does not reconnect when no event was received", async () => {
    let connects = 0;
    const thread = createThread({
      reconnect,
      agent: {
        run: () => failingStream(connectionError()),
        connect() {
          connects++;
          return emptyStream();
        },
      },
    });
    const { error } = await thread.send("Hi");
    expect(error?.message).toBe("The connection broke.");
    expect(connects).toBe(0);
  });
});

describe("retry()", () => {
  test("resumes a lost run without running the agent again", async () => {
    let isUp = false;
    const { agent, calls } = createLossyAgent(() => (isUp ? replaysAnswer() : fails()));
    const thread = createThread({ agent, reconnect });
    const before = (await thread.send("Hi")).newMessages.map(({ id }) => id);
    isUp = true;
    const listened: string[] = [];
    thread.subscribe({
      onRunStart: () => listened.push("start"),
      onRunEnd: () => listened.push("end"),
    });
    const { outcome, newMessages } = await thread.retry();
    expect(outcome).toBe("success");
    expect(calls.runs).toBe(1);
    expect(newMessages).toMatchObject([{ id: "m1", content: "Hello there" }]);
    expect(before).toEqual(["m1"]);
    expect(thread.getSnapshot().messages).toMatchObject([
      { role: "user" },
      { content: "Hello there" },
    ]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", unfinishedIds: [] });
    expect(thread.getSnapshot().issues).toEqual([]);
    expect(listened).toEqual(["start", "end"]);
  });

  test.each([
    ["sends nothing for the run", sendsNothing],
    [
      "does not know the run",
      () => failingStream(new AgentKitError("http-status", "No such run.", { status: 404 })),
    ],
  ])("runs the agent again when the server %s", async (_, answer) => {
    let isUp = false;
    const { agent, calls } = createLossyAgent(() => (isUp ? answer() : fails()));
    const thread = createThread({
      reconnect,
      agent: { ...agent, run: (...args) => (isUp ? replaysAnswer() : agent.run(...args)) },
    });
    await thread.send("Hi");
    isUp = true;
    expect((await thread.retry()).outcome).toBe("success");
    expect(calls.connects).toBe(4);
    expect(thread.getSnapshot().messages).toMatchObject([
      { role: "user" },
      { content: "Hello there" },
    ]);
  });

  test("can fail and resume the run on the next call", async () => {
    let isUp = false;
    const { agent, calls } = createLossyAgent(() => (isUp ? replaysAnswer() : fails()));
    const thread = createThread({ agent, reconnect });
    await thread.send("Hi");
    expect((await thread.retry()).error?.code).toBe("network");
    isUp = true;
    expect((await thread.retry()).outcome).toBe("success");
    expect(calls.runs).toBe(1);
  });

  test("runs the agent again when the agent reported the failure", async () => {
    const { agent, calls } = createLossyAgent(replaysAnswer);
    const failing: Agent = {
      ...agent,
      async *run() {
        calls.runs++;
        yield [started, textChunk("Hello"), { type: "RUN_ERROR", message: "No." }];
      },
    };
    const thread = createThread({ agent: failing, reconnect });
    await thread.send("Hi");
    await thread.retry();
    expect(calls).toMatchObject({ runs: 2, connects: 0 });
  });
});

describe("stop()", () => {
  const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 });

  test("ends a reconnecting run at once and cancels it on the server", async () => {
    const manual = manualAgent();
    const { agent, calls } = createLossyAgent((input, options) => manual.run(input, options));
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const ended = thread.send("Hi");
    await manual.started();
    expect(thread.getSnapshot().run.status).toBe("reconnecting");
    thread.stop();
    expect(await ended).toMatchObject({ outcome: "cancelled" });
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "cancelled" });
    expect(calls.cancelled).toEqual([{ threadId: "t1", runId: "r1" }]);
    expect(manual.signal?.aborted).toBe(true);
  });

  test("ends the wait for the next attempt at once and leaves no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { agent, calls } = createLossyAgent(fails);
      const thread = createThread({ agent, reconnect: { firstMs: 60_000, longestMs: 60_000 } });
      let hasEnded = false;
      const ended = thread.send("Hi").finally(() => {
        hasEnded = true;
      });
      await vi.waitUntil(() => calls.connects === 1 && vi.getTimerCount() > 0);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(hasEnded).toBe(false);
      thread.stop();
      expect(await ended).toMatchObject({ outcome: "cancelled" });
      expect(calls.connects).toBe(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("cancels a run that retry() resumed", async () => {
    const manual = manualAgent();
    let isUp = false;
    const { agent, calls } = createLossyAgent((input, options) =>
      isUp ? manual.run(input, options) : fails(),
    );
    const thread = createThread({ agent, threadId: "t1", reconnect });
    await thread.send("Hi");
    isUp = true;
    const ended = thread.retry();
    await manual.emit(started, textChunk("Hello"), textChunk(" th"));
    await until(() => thread.getSnapshot().run.status === "streaming");
    thread.stop();
    expect(await ended).toMatchObject({ outcome: "cancelled" });
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello th" });
    expect(calls.cancelled).toEqual([{ threadId: "t1", runId: "r1" }]);
  });

  test("is implied by dispose() while the thread reconnects", async () => {
    const manual = manualAgent();
    const { agent } = createLossyAgent((input, options) => manual.run(input, options));
    const thread = createThread({ agent, reconnect });
    const ended = thread.send("Hi");
    await manual.started();
    thread.dispose();
    await ended;
    expect(manual.signal?.aborted).toBe(true);
  });
});

test("an answer that is replayed from its start never shrinks", async () => {
  const manual = manualAgent();
  const { agent } = createLossyAgent((input, options) => manual.run(input, options));
  const thread = createThread({ agent, reconnect });
  const contents: unknown[] = [];
  const ended = thread.send("Hi");
  await manual.started();
  const received = thread.getSnapshot().messages;
  thread.subscribe({ onEvent: (event) => contents.push(Object(event).delta ?? event.type) });
  await manual.emit(started);
  await manual.emit(textChunk("Hel"));
  expect(thread.getSnapshot().messages).toBe(received);
  await manual.emit(textChunk("lo th"));
  expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello th" });
  expect(thread.getSnapshot().messages[0]).toBe(received[0]);
  await manual.emit(textChunk("ere"), finished);
  await manual.finish();
  expect((await ended).outcome).toBe("success");
  // Events received before the loss are not emitted again.
  expect(contents).toEqual([" th", "ere", "TEXT_MESSAGE_END", "RUN_FINISHED"]);
});

test("a queued message and a state edit survive a reconnect", async () => {
  const manual = manualAgent();
  const { agent } = createLossyAgent((input, options) => manual.run(input, options));
  const thread = createThread<{ n: number }>({ agent, reconnect, initialState: { n: 1 } });
  const ended = thread.send("Hi", { whenBusy: "queue" });
  await manual.started();
  const queued = thread.send("And then?", { whenBusy: "queue" });
  thread.setState({ n: 2 });
  await vi.waitUntil(() => thread.getSnapshot().queue.length === 1, { interval: 1 });
  await manual.emit(...ANSWER);
  expect(thread.getSnapshot()).toMatchObject({ visibleState: { n: 2 }, state: { n: 1 } });
  expect(thread.getSnapshot().queue).toHaveLength(1);
  await manual.finish();
  await ended;
  thread.dispose();
  await queued.catch(() => {});
});

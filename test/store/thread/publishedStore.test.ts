import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, type Snapshot } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const content: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" };

/** Creates frames that the test runs. */
function fakeFrames() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
    waiting.set(++last, callback);
    return last;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => {
    waiting.delete(id);
  });
  return {
    requested: () => last,
    waiting: () => waiting.size,
    paint() {
      const due = [...waiting.values()];
      waiting.clear();
      for (const callback of due) callback();
    },
  };
}

let frames: ReturnType<typeof fakeFrames>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  frames = fakeFrames();
});

afterEach(() => {
  // Before the timers, as a spy on a fake timer restores the fake.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a thread with a streaming message, and records what it publishes from then on. */
async function streaming() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const ended = thread.send("Hello");
  await agent.emit(started);
  await agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m1" });
  frames.paint();
  const published: Snapshot[] = [];
  thread.store.subscribe((snapshot) => published.push(snapshot));
  return { agent, thread, ended, published };
}

describe("a thread with streaming text", () => {
  test("publishes once per frame, however much arrives", async () => {
    const { agent, thread, published } = await streaming();
    for (let i = 0; i < 50; i++) await agent.emit(content, content);
    expect(published).toEqual([]);
    expect(thread.getSnapshot().messages[1]?.content).toHaveLength(100);
    expect(frames.waiting()).toBe(1);

    frames.paint();
    expect(published).toHaveLength(1);
    expect(published[0]).toBe(thread.getSnapshot());

    await agent.emit(content);
    frames.paint();
    expect(published).toHaveLength(2);
    frames.paint();
    expect(published).toHaveLength(2);
  });

  test("publishes nothing without a change, and requests one frame at most", async () => {
    const { agent, published } = await streaming();
    const before = frames.requested();
    await agent.emit({ type: "RAW", event: 1 });
    frames.paint();
    expect(published).toEqual([]);
    expect(frames.requested() - before).toBeLessThanOrEqual(1);
  });

  test("publishes by a timer in a hidden tab without frames", async () => {
    const { agent, thread, published } = await streaming();
    await agent.emit(content);
    vi.advanceTimersByTime(1_000);
    expect(published).toEqual([thread.getSnapshot()]);
    // The requested frame has nothing left to publish.
    frames.paint();
    expect(published).toHaveLength(1);
    await agent.emit(content);
    vi.advanceTimersByTime(1_000);
    expect(published).toHaveLength(2);
  });

  test("sets no timer per frame and leaves none running for long", async () => {
    const { agent, published } = await streaming();
    const setTimer = vi.spyOn(globalThis, "setTimeout");
    for (let n = 1; n <= 100; n++) {
      await agent.emit(content);
      vi.advanceTimersByTime(10);
      frames.paint();
      expect(published).toHaveLength(n);
    }
    expect(setTimer.mock.calls.length).toBeLessThan(5);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
    expect(frames.waiting()).toBe(0);
  });

  test("publishes by the timer when frames stop", async () => {
    const { agent, thread, published } = await streaming();
    await agent.emit(content);
    frames.paint();
    await agent.emit(content);
    vi.advanceTimersByTime(500);
    expect(published).toHaveLength(2);
    expect(published[1]).toBe(thread.getSnapshot());
  });

  test("publishes a subscriber's change with the next frame", async () => {
    const { agent, thread, published } = await streaming();
    const stop = thread.store.subscribe(() => {
      stop();
      void agent.emit(content);
    });
    await agent.emit(content);
    frames.paint();
    await vi.waitFor(() => expect(frames.waiting()).toBe(1));
    frames.paint();
    expect(published.at(-1)).toBe(thread.getSnapshot());
    expect(thread.getSnapshot().messages[1]?.content).toHaveLength(2);
  });
});

describe("publishing without a frame", () => {
  const call = { toolCallId: "c1" };
  test.each<[string, EventInput]>([
    ["the end of a run", finished],
    ["an error", { type: "RUN_ERROR", message: "boom" }],
    ["a state", { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }],
    ["the messages", { type: "MESSAGES_SNAPSHOT", messages: [] }],
    [
      "an interrupt",
      {
        ...finished,
        outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "r" }] },
      } as EventInput,
    ],
  ])("the thread publishes at once after %s", async (_, event) => {
    const { agent, thread, published } = await streaming();
    await agent.emit({ type: "TOOL_CALL_START", ...call, toolCallName: "f" });
    await agent.emit(content);
    expect(published).toEqual([]);
    await agent.emit(event);
    expect(published).toEqual([thread.getSnapshot()]);
    // The change due with the next frame was published as well.
    expect(frames.waiting()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the thread publishes at once at the start of a run", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const statuses: string[] = [];
    thread.store.subscribe(({ run }) => statuses.push(run.status));
    thread.run();
    expect(statuses).toEqual(["submitted"]);
    await agent.emit(started);
    expect(statuses).toEqual(["submitted", "streaming"]);
  });

  test("the thread publishes at once at the end of the stream, successful or not", async () => {
    const { agent, thread, ended, published } = await streaming();
    await agent.emit(content);
    await agent.fail(new Error("reset"));
    await ended;
    expect(published.at(-1)).toBe(thread.getSnapshot());
    expect(thread.store.getState()).toBe(thread.getSnapshot());
    expect(frames.waiting()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the thread publishes at once after stop()", async () => {
    const { agent, thread, ended, published } = await streaming();
    await agent.emit(content);
    thread.stop();
    await ended;
    expect(published).toEqual([thread.getSnapshot()]);
  });

  test("the thread publishes at once after an edit of the user", async () => {
    const { thread, published } = await streaming();
    thread.setState({ n: 1 });
    expect(published).toMatchObject([{ visibleState: { n: 1 } }]);
  });
});

test("publishes by a timer without requestAnimationFrame, as on a server", async () => {
  vi.stubGlobal("requestAnimationFrame", undefined);
  vi.stubGlobal("cancelAnimationFrame", undefined);
  const { agent, thread, published } = await streaming();
  vi.advanceTimersByTime(100);
  published.length = 0;
  await agent.emit(content);
  expect(published).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(published).toEqual([thread.getSnapshot()]);
});

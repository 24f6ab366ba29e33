import { afterEach, expect, test, vi } from "vitest";
import {
  AgentKitError,
  createThread,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { provideWebLocks } from "../../support/webLocks.ts";

provideWebLocks();

afterEach(() => {
  vi.unstubAllGlobals();
});

test("writes no entries after entries that could not be written, even if they fit", async () => {
  const inner = memoryStorage();
  let room = 0;
  let refused = 0;
  const gaps: number[] = [];
  const storage: typeof inner = {
    ...inner,
    async append(threadId, at, entries) {
      // Rejects long writes and accepts short writes.
      if (entries.length > room) {
        // Rejects late, when the next entries have been added.
        for (let n = 0; n < 20; n++) await Promise.resolve();
        refused += 1;
        throw new AgentKitError("storage", "There is no room.");
      }
      await inner.append(threadId, at, entries);
      const stored = await inner.load(threadId);
      gaps.push(stored?.entries.filter((entry) => entry === null).length ?? 0);
    },
  };
  const agent = scriptedAgent(...Array.from({ length: 6 }, () => textRun("An answer")));
  const thread = createThread({ agent, threadId: "t1", storage });
  for (room = 1; room <= 6; room++) {
    await thread.send("A question");
    thread.setState({ room });
  }
  room = Number.POSITIVE_INFINITY;
  thread.setState({ room });
  await expect.poll(() => thread.isStored()).toBe(true);
  expect(refused).toBeGreaterThan(1);
  expect(gaps.length).toBeGreaterThan(0);
  expect(Math.max(...gaps)).toBe(0);
  const { events } = await thread.getEventLog();
  expect((await inner.load("t1"))?.entries).toEqual(JSON.parse(JSON.stringify(events)));
});

test("retries a failed write with a timer that does not keep the process alive", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const inner = memoryStorage();
  const storage = { ...inner, append: () => Promise.reject(new AgentKitError("storage", "No.")) };
  const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
  await thread.send("Q");
  const retries = () =>
    timers.mock.calls.flatMap(([, ms], at) =>
      ms === 5_000 ? [timers.mock.results[at]?.value] : [],
    );
  await expect.poll(retries).toHaveLength(1);
  expect((retries()[0] as NodeJS.Timeout).hasRef()).toBe(false);
  timers.mockRestore();
  thread.dispose();
});

/** Replaces the global event target by one on which a test can dispatch events. */
function stubEventTarget(): EventTarget {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return target;
}

test.each(["pagehide", "freeze", "visibilitychange"])(
  "writes the streamed text at once on %s",
  async (name) => {
    const target = stubEventTarget();
    const storage = memoryStorage();
    const agent = manualAgent();
    const thread = createThread({ agent, threadId: "t1", storage });
    const run = thread.send("Q");
    await agent.started();
    await expect.poll(() => thread.isStored()).toBe(true);
    vi.useFakeTimers();
    try {
      agent.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
      agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Half" });
      await vi.waitFor(() => expect(thread.getSnapshot().messages).toHaveLength(2));
      // Nothing reads the snapshot from here on.
      await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " way" });
      expect(JSON.stringify(await storage.load("t1"))).not.toContain("Half");
      target.dispatchEvent(new Event(name));
      const stored = JSON.stringify(await storage.load("t1"));
      expect(stored).toContain("Half");
      expect(stored).toContain(" way");
      await vi.waitFor(() => expect(thread.isStored()).toBe(true));
      await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " to go" });
      target.dispatchEvent(new Event(name));
      expect(JSON.stringify(await storage.load("t1"))).toContain(" to go");
      await vi.waitFor(() => expect(thread.isStored()).toBe(true));
      await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "!" });
      expect(thread.isStored()).toBe(false);
    } finally {
      vi.useRealTimers();
      thread.dispose();
      await run;
    }
  },
);

test("repeats the write under way on pagehide, because it may fail", async () => {
  const target = stubEventTarget();
  const inner = memoryStorage();
  const pending = createDeferred();
  let isPending = false;
  const storage: ThreadStorage = {
    ...inner,
    async append(threadId, at, entries) {
      // The first write of streamed text never reaches the storage.
      if (!isPending && JSON.stringify(entries).includes("Half")) {
        isPending = true;
        await pending.promise;
      }
      await inner.append(threadId, at, entries);
    },
  };
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "t1", storage });
  const run = thread.send("Q");
  await agent.started();
  await expect.poll(() => thread.isStored()).toBe(true);
  agent.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
  await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Half" });
  await expect.poll(() => isPending).toBe(true);
  await agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " way" });
  target.dispatchEvent(new Event("pagehide"));
  const stored = JSON.stringify(await inner.load("t1"));
  expect(stored).toContain("Half");
  expect(stored).toContain(" way");
  pending.reject(new Error("The tab was closed."));
  thread.dispose();
  await run;
});

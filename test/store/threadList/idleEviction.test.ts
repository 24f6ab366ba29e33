import { expect, onTestFinished, test, vi } from "vitest";
import { type Agent, createAgentClient, memoryStorage, type Thread } from "../../../src/core.ts";
import { createIdleEviction } from "../../../src/store/threadList/idleEviction.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { watchThread } from "../../../src/store/threadList/watchThread.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

const answering: Agent = {
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
};
const interruptingAgent: Agent = {
  run: (input, options) =>
    scriptedAgent([
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] },
      }),
    ]).run(input, options),
};

function open(maxLoaded: number, hasStorage = true) {
  const slow = manualAgent();
  const agents = { answering, slow, interrupting: interruptingAgent };
  const client = createAgentClient({ agents, ...(hasStorage && { storage: memoryStorage() }) });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded });
  onTestFinished(directory.subscribe(() => {}));
  const loaded = () => client.threads().map(({ threadId }) => threadId);
  return { client, directory, loaded, slow };
}

/** Waits until only the given threads are loaded. */
const waitUntilLoaded = (loaded: () => readonly string[], ids: readonly string[]) =>
  expect.poll(loaded).toEqual(ids);

test("releases the least recently used idle threads, and restores them when they are opened again", async () => {
  const { client, loaded } = open(3);
  const threads: Thread[] = [];
  for (let at = 0; at < 8; at++) {
    const thread = client.thread({ threadId: `t${at}` });
    threads.push(thread);
    await thread.send("One");
    await thread.regenerate();
    thread.setState({ at });
  }
  await waitUntilLoaded(loaded, ["t5", "t6", "t7"]);
  const [first] = threads as [Thread];
  await expect(first.send("Late")).rejects.toMatchObject({ code: "thread-disposed" });

  const again = client.thread({ threadId: "t0" });
  expect(again).not.toBe(first);
  expect(client.thread({ threadId: "t0" }), "two views share one thread object").toBe(again);
  await expect.poll(() => again.getSnapshot().isRestoring).toBe(undefined);
  expect(again.getSnapshot()).toEqual(first.getSnapshot());
  expect(Object.values(again.getSnapshot().branches)).toEqual([{ count: 2, index: 1 }]);
});

test("keeps running, waiting, visible and subscribed threads loaded until they become idle", async () => {
  const { client, directory, loaded, slow } = open(0);
  const running = client.thread({ threadId: "running", agentId: "slow" });
  const run = running.send("One");
  const waiting = client.thread({ threadId: "waiting", agentId: "interrupting" });
  await waiting.send("One");
  const hide = directory.markVisible("shown");
  const listened = client.thread({ threadId: "listened" });
  const unsubscribe = listened.store.subscribe(() => {});
  await client.thread({ threadId: "shown" }).send("One");
  await listened.send("One");
  await client.thread({ threadId: "idle" }).send("One");
  await waitUntilLoaded(loaded, ["running", "waiting", "listened", "shown"]);
  hide();
  await waitUntilLoaded(loaded, ["running", "waiting", "listened"]);
  const { threadId, runId } = await slow.started();
  await slow.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_FINISHED", threadId, runId },
  );
  await slow.finish();
  await run;
  await waitUntilLoaded(loaded, ["waiting", "listened"]);
  unsubscribe();
  directory.configure({ maxLoaded: 0 });
  await waitUntilLoaded(loaded, ["waiting"]);
});

test("keeps a thread loaded whose log could not be written", async () => {
  const storage = memoryStorage();
  const client = createAgentClient({
    agent: answering,
    storage: {
      ...storage,
      append: (threadId, at, entries) =>
        threadId === "full"
          ? Promise.reject(new Error("full"))
          : storage.append(threadId, at, entries),
    },
  });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded: 0 });
  onTestFinished(directory.subscribe(() => {}));
  for (const threadId of ["full", "other"]) await client.thread({ threadId }).send("One");
  await waitUntilLoaded(() => client.threads().map(({ threadId }) => threadId), ["full"]);
  expect(client.threads()[0]?.getSnapshot().issues).not.toEqual([]);
});

test("releases an unwritten thread when it is written, after checking the thread less and less often", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const inner = memoryStorage();
  let isFull = true;
  const storage: typeof inner = {
    ...inner,
    append: (...args) => (isFull ? Promise.reject(new Error("full")) : inner.append(...args)),
  };
  const client = createAgentClient({ agent: answering, storage });
  const thread = client.thread({ threadId: "full" });
  await thread.send("One");
  const live = watchThread(thread, () => {});
  let checks = 0;
  const candidates = () => {
    checks += 1;
    return client.threads().length > 0 ? [live] : [];
  };
  const eviction = createIdleEviction(candidates, () => 0);
  onTestFinished(() => eviction.cancelCheck());
  eviction.scheduleCheck();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(checks).toBeGreaterThan(10);
  expect(checks).toBeLessThan(20);
  isFull = false;
  thread.setState({ n: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.threads()).toEqual([]);
});

test("releases a subscribed thread after its last subscriber, after checking the thread less and less often", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, loaded } = open(0);
  const thread = client.thread({ threadId: "subscribed" });
  const unsubscribers = [thread.subscribe({}), thread.store.subscribe(() => {})];
  await thread.send("One");
  const checks = vi.spyOn(thread, "subscriberCount");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(loaded()).toEqual(["subscribed"]);
  expect(checks.mock.calls.length).toBeGreaterThan(0);
  expect(checks.mock.calls.length).toBeLessThan(20);
  for (const unsubscribe of unsubscribers) unsubscribe();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded()).toEqual([]);
});

test("releases no thread without a storage", async () => {
  const bare = open(0, false);
  const stored = open(0);
  for (const threadId of ["a", "b"]) await bare.client.thread({ threadId }).send("One");
  await stored.client.thread({ threadId: "a" }).send("One");
  await waitUntilLoaded(stored.loaded, []);
  expect(bare.loaded()).toEqual(["a", "b"]);
});

test("does not check a subscribed thread again while the limit is not exceeded", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, directory, loaded } = open(1);
  const thread = client.thread({ threadId: "subscribed" });
  onTestFinished(thread.subscribe({}));
  await thread.send("One");
  await vi.advanceTimersByTimeAsync(600_000);
  const checks = vi.spyOn(thread, "subscriberCount");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(checks).not.toHaveBeenCalled();
  expect(loaded()).toEqual(["subscribed"]);
  // The spy counts the checks that begin when the limit is exceeded.
  directory.configure({ maxLoaded: 0 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(checks).toHaveBeenCalled();
});

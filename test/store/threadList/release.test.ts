import { expect, onTestFinished, test, vi } from "vitest";
import { type Agent, createAgentClient, memoryStorage, type Thread } from "../../../src/core.ts";
import { createIdleEviction } from "../../../src/store/threadList/idleEviction.ts";
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
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
const asking: Agent = {
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
  const agents = { answering, slow, asking };
  const client = createAgentClient({ agents, ...(hasStorage && { storage: memoryStorage() }) });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded });
  onTestFinished(directory.subscribe(() => {}));
  const loaded = () => client.threads().map(({ threadId }) => threadId);
  return { client, directory, loaded, slow };
}

/** Resolves when the other threads have been let go of. */
const leaves = (loaded: () => readonly string[], ids: readonly string[]) =>
  expect.poll(loaded, { timeout: 4_000 }).toEqual(ids);

test("of threads at rest the last ones that were used stay loaded, and the others come back", async () => {
  const { client, loaded } = open(3);
  const threads: Thread[] = [];
  for (let at = 0; at < 8; at++) {
    const thread = client.thread({ threadId: `t${at}` });
    threads.push(thread);
    await thread.send("One");
    await thread.regenerate();
    thread.setState({ at });
  }
  await leaves(loaded, ["t5", "t6", "t7"]);
  const [first] = threads as [Thread];
  await expect(first.send("Late")).rejects.toMatchObject({ code: "thread-disposed" });

  const again = client.thread({ threadId: "t0" });
  expect(again).not.toBe(first);
  expect(client.thread({ threadId: "t0" }), "two views of it have the same").toBe(again);
  await expect.poll(() => again.getSnapshot().isRestoring).toBe(undefined);
  expect(again.getSnapshot()).toEqual(first.getSnapshot());
  expect(Object.values(again.getSnapshot().branches)).toEqual([{ count: 2, index: 1 }]);
});

test("what runs, asks, is shown, is listened to or holds a queue stays, and goes when it is over", {
  timeout: 15_000,
}, async () => {
  const { client, directory, loaded, slow } = open(0);
  const running = client.thread({ threadId: "running", agentId: "slow" });
  const run = running.send("One");
  const waiting = client.thread({ threadId: "waiting", agentId: "asking" });
  await waiting.send("One");
  const hide = directory.markVisible("shown");
  const listened = client.thread({ threadId: "listened" });
  const forget = listened.store.subscribe(() => {});
  await client.thread({ threadId: "shown" }).send("One");
  await listened.send("One");
  await client.thread({ threadId: "idle" }).send("One");
  await leaves(loaded, ["running", "waiting", "listened", "shown"]);
  hide();
  await leaves(loaded, ["running", "waiting", "listened"]);
  const { threadId, runId } = await slow.started();
  await slow.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_FINISHED", threadId, runId },
  );
  await slow.finish();
  await run;
  await leaves(loaded, ["waiting", "listened"]);
  forget();
  directory.configure({ maxLoaded: 0 });
  await leaves(loaded, ["waiting"]);
});

test("what could not be written stays loaded", async () => {
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
  await leaves(() => client.threads().map(({ threadId }) => threadId), ["full"]);
  expect(client.threads()[0]?.getSnapshot().issues).not.toEqual([]);
});

test("what could not be written is looked at more and more rarely, and goes when it is written", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const kept = memoryStorage();
  let isFull = true;
  const storage: typeof kept = {
    ...kept,
    append: (...args) => (isFull ? Promise.reject(new Error("full")) : kept.append(...args)),
  };
  const client = createAgentClient({ agent: answering, storage });
  const thread = client.thread({ threadId: "full" });
  await thread.send("One");
  const live = watchThread(thread, () => {});
  let looks = 0;
  const candidates = () => {
    looks += 1;
    return client.threads().length > 0 ? [live] : [];
  };
  const releaser = createIdleEviction(candidates, () => 0);
  onTestFinished(() => releaser.cancel());
  releaser.schedule();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBeGreaterThan(10);
  expect(looks).toBeLessThan(20);
  isFull = false;
  thread.setState({ n: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.threads()).toEqual([]);
});

test("what is listened to is looked at more and more rarely, and goes when nobody listens any more", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, loaded } = open(0);
  const thread = client.thread({ threadId: "heard" });
  const forgets = [thread.subscribe({}), thread.store.subscribe(() => {})];
  await thread.send("One");
  const looks = vi.spyOn(thread, "subscriberCount");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(loaded()).toEqual(["heard"]);
  expect(looks.mock.calls.length).toBeLessThan(20);
  for (const forget of forgets) forget();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded()).toEqual([]);
});

test("without a storage nothing is let go of", async () => {
  const bare = open(0, false);
  const stored = open(0);
  for (const threadId of ["a", "b"]) await bare.client.thread({ threadId }).send("One");
  await stored.client.thread({ threadId: "a" }).send("One");
  await leaves(stored.loaded, []);
  expect(bare.loaded()).toEqual(["a", "b"]);
});

test("what is listened to is not looked at again where there is room for it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, loaded } = open(1);
  const thread = client.thread({ threadId: "heard" });
  onTestFinished(thread.subscribe({}));
  await thread.send("One");
  await vi.advanceTimersByTimeAsync(600_000);
  const looks = vi.spyOn(thread, "subscriberCount");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).not.toHaveBeenCalled();
  expect(loaded()).toEqual(["heard"]);
});

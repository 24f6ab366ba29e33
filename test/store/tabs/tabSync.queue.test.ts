import { expect, test } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { manualAgent } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually } from "../../support/eventually.ts";
import { newId, openTab } from "./tabThreads.ts";

/** Opens a thread with a run in progress. */
async function openRunning(storage: ThreadStorage) {
  const id = newId();
  const agent = manualAgent();
  const thread = await openTab(agent, storage, id);
  void thread.send("First");
  await agent.started();
  return { id, agent, thread };
}

const sendQueued = (thread: Thread) => thread.send("Second", { whenBusy: "queue" });

/** Resolves as soon as a message is in the queue. */
const waitUntilQueued = ({ store }: Thread) =>
  new Promise<void>((resolve) => {
    if (store.getState().queue.length > 0) {
      resolve();
      return;
    }
    const stop = store.subscribe(({ queue }) => {
      if (queue.length === 0) return;
      stop();
      resolve();
    });
  });

/** Creates a storage whose `append` or `saveRecord` fails after `fill` is called. */
function createFillableStorage(method: "append" | "saveRecord") {
  const inner = memoryStorage();
  let isFull = false;
  const refuse = () => Promise.reject(new Error("full"));
  const storage: ThreadStorage = {
    ...inner,
    append: (...args) => (isFull && method === "append" ? refuse() : inner.append(...args)),
    saveRecord: (...args) =>
      isFull && method === "saveRecord" ? refuse() : inner.saveRecord(...args),
  };
  const fill = () => {
    isFull = true;
  };
  return { inner, storage, fill };
}

async function queueOf(storage: ThreadStorage, id: string) {
  const again = await openTab(manualAgent(), storage, id);
  return again.getSnapshot().queue.map(({ content }) => content);
}

test.each([
  ["has been written", false],
  ["is being written, while an answer streams", true],
])("restores a queued message that %s when its thread is disposed", async (_what, isStreaming) => {
  const storage = memoryStorage();
  const { id, agent, thread } = await openRunning(storage);
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  if (!isStreaming) await eventually(() => thread.isStored()).toBe(true);
  else {
    const { threadId, runId } = await agent.started();
    await agent.emit(
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "Well" },
    );
  }
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled", newMessages: [] });
  expect(await queueOf(storage, id)).toEqual(["Second"]);
});

test("rejects a queued message when its thread is disposed before the failed write is reported", async () => {
  const { inner, storage, fill } = createFillableStorage("append");
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  fill();
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  expect(thread.getSnapshot().issues).toEqual([]);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(inner, id)).toEqual([]);
});

test("keeps a stored queued message when only its record cannot be written", async () => {
  const { inner, storage, fill } = createFillableStorage("saveRecord");
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  fill();
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(inner, id)).toEqual(["Second"]);
});

test.each([
  ["keeps", "succeeds", false],
  ["rejects", "fails", true],
])(
  "%s a message whose thread is disposed as it is queued when its write %s",
  async (_what, _where, isFull) => {
    const { inner, storage, fill } = createFillableStorage("append");
    const { id, thread } = await openRunning(storage);
    void sendQueued(thread);
    await waitUntilQueued(thread);
    await eventually(() => thread.isStored()).toBe(true);
    if (isFull) fill();
    // The thread is disposed before anything of the message is written.
    thread.store.subscribe(({ queue }) => queue.length > 1 && thread.dispose());
    const sent = thread.send("Third", { whenBusy: "queue" });
    if (isFull) await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
    else expect(await sent).toMatchObject({ outcome: "cancelled" });
    expect(await queueOf(inner, id)).toEqual(isFull ? ["Second"] : ["Second", "Third"]);
  },
);

test("rejects only the queued messages that were sent after the storage was full", async () => {
  const { inner, storage, fill } = createFillableStorage("append");
  const { id, agent, thread } = await openRunning(storage);
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  await eventually(() => thread.isStored()).toBe(true);
  fill();
  const refused = thread.send("Third", { whenBusy: "queue" });
  await eventually(() => thread.getSnapshot().issues.length).toBe(1);
  const { threadId, runId } = await agent.started();
  agent.emit({ type: "RUN_STARTED", threadId, runId });
  thread.dispose();
  await expect(refused).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(inner, id)).toEqual(["Second"]);
});

test("rejects a queued message when its thread was removed from the storage", async () => {
  const storage = memoryStorage();
  const { id, thread } = await openRunning(storage);
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  await eventually(() => thread.isStored()).toBe(true);
  await threadRecords(storage).removeThread(id);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(storage, id)).toEqual([]);
});

/** Creates a storage whose next append waits for `go` or `fail`, and whose later appends fail. */
function createSlowStorage(inner: ThreadStorage) {
  const { promise, resolve, reject } = createDeferred<void>();
  let isSlow = false;
  let count = 0;
  const storage: ThreadStorage = {
    ...inner,
    async append(...args) {
      if (isSlow && ++count > 1) throw new Error("full");
      if (isSlow) await promise;
      await inner.append(...args);
    },
  };
  const slowDown = () => {
    isSlow = true;
  };
  return {
    storage,
    slowDown,
    go: resolve,
    fail: () => reject(new Error("full")),
    attempts: () => count,
  };
}

test("rejects a queued message whose write fails after the thread is disposed and the message removed", async () => {
  const { storage, slowDown, fail } = createSlowStorage(memoryStorage());
  const { thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  slowDown();
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  thread.dispose();
  await thread.removeQueued(thread.getSnapshot().queue[0]?.id ?? "");
  fail();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
});

test("keeps a message whose write is pending at disposal, and rejects a later message that fails", async () => {
  const inner = memoryStorage();
  const { storage, slowDown, go, attempts } = createSlowStorage(inner);
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  slowDown();
  const sent = sendQueued(thread);
  await waitUntilQueued(thread);
  const refused = thread.send("Third", { whenBusy: "queue" });
  await eventually(() => thread.getSnapshot().queue.length).toBe(2);
  thread.dispose();
  // The second append starts after the disposal.
  await eventually(attempts).toBe(2);
  go();
  await expect(refused).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(inner, id)).toEqual(["Second"]);
});

test("stores a message that was queued right before its thread is disposed", async () => {
  const storage = memoryStorage();
  const { id, thread } = await openRunning(storage);
  const sent = sendQueued(thread);
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(storage, id)).toEqual(["Second"]);
});

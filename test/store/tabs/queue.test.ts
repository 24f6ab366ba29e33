import { expect, test } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { manualAgent } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually, newId, open } from "./pages.ts";

/** A thread that runs. */
async function openRunning(storage: ThreadStorage) {
  const id = newId();
  const agent = manualAgent();
  const thread = await open(agent, storage, id);
  void thread.send("First");
  await agent.started();
  return { id, agent, thread };
}

const sendLater = (thread: Thread) => thread.send("Second", { whenBusy: "queue" });

/** Resolves at the moment when a message is in the queue. */
const queued = ({ store }: Thread) =>
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

/** A storage that is full as soon as that is said: then one kind of write fails. */
function fillable(method: "append" | "saveRecord") {
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
  const again = await open(manualAgent(), storage, id);
  return again.getSnapshot().queue.map(({ content }) => content);
}

test.each([
  ["has been written", false],
  ["is being written, while an answer streams", true],
])(
  "a message that waits in a storage is there again, also when it %s",
  async (_what, isStreaming) => {
    const storage = memoryStorage();
    const { id, agent, thread } = await openRunning(storage);
    const sent = sendLater(thread);
    await queued(thread);
    if (!isStreaming) await eventually(() => thread.isStored()).toBe(true);
    else {
      const { threadId, runId } = await agent.started();
      await agent.emit(
        { type: "RUN_STARTED", threadId, runId },
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta: "Well" },
      );
    }
    thread.dispose();
    // Whoever waits for it hears of no failure.
    expect(await sent).toMatchObject({ outcome: "cancelled", newMessages: [] });
    expect(await queueOf(storage, id)).toEqual(["Second"]);
  },
);

test("one that could not be stored is said to be not sent, also when that is known only afterwards", async () => {
  const { inner, storage, fill } = fillable("append");
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  fill();
  const sent = sendLater(thread);
  await queued(thread);
  expect(thread.getSnapshot().issues).toEqual([]);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(inner, id)).toEqual([]);
});

test("one that is stored is not said to be not sent as well where only the record beside it cannot be written", async () => {
  const { inner, storage, fill } = fillable("saveRecord");
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  fill();
  const sent = sendLater(thread);
  await queued(thread);
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(inner, id)).toEqual(["Second"]);
});

test.each([
  ["waits", "could be stored", false],
  ["is said to be not sent", "could not", true],
])(
  "one whose thread was disposed in the moment in which it was queued %s where it %s",
  async (_what, _where, isFull) => {
    const { inner, storage, fill } = fillable("append");
    const { id, thread } = await openRunning(storage);
    void sendLater(thread);
    await queued(thread);
    await eventually(() => thread.isStored()).toBe(true);
    if (isFull) fill();
    // Nothing of it is written yet.
    thread.store.subscribe(({ queue }) => queue.length > 1 && thread.dispose());
    const sent = thread.send("Third", { whenBusy: "queue" });
    if (isFull) await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
    else expect(await sent).toMatchObject({ outcome: "cancelled" });
    expect(await queueOf(inner, id)).toEqual(isFull ? ["Second"] : ["Second", "Third"]);
  },
);

test("of several, those are said to be not sent that came when there was no more room", async () => {
  const { inner, storage, fill } = fillable("append");
  const { id, agent, thread } = await openRunning(storage);
  const sent = sendLater(thread);
  await queued(thread);
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

test("one is said to be not sent where its thread was removed from the storage", async () => {
  const storage = memoryStorage();
  const { id, thread } = await openRunning(storage);
  const sent = sendLater(thread);
  await queued(thread);
  await eventually(() => thread.isStored()).toBe(true);
  await threadRecords(storage).remove(id);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(storage, id)).toEqual([]);
});

/** A storage in which the next thing that is appended takes until that is said, and no other thing can be any more. */
function slow(inner: ThreadStorage) {
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

test("whether it waits is for the storage to say once its thread is disposed, whatever is done in that", async () => {
  const { storage, slowDown, fail } = slow(memoryStorage());
  const { thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  slowDown();
  const sent = sendLater(thread);
  await queued(thread);
  thread.dispose();
  await thread.removeQueued(thread.getSnapshot().queue[0]?.id ?? "");
  fail();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
});

test("one that is being written when its thread is disposed waits, also where what came behind it could not be written", async () => {
  const inner = memoryStorage();
  const { storage, slowDown, go, attempts } = slow(inner);
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  slowDown();
  const sent = sendLater(thread);
  await queued(thread);
  const refused = thread.send("Third", { whenBusy: "queue" });
  await eventually(() => thread.getSnapshot().queue.length).toBe(2);
  thread.dispose();
  // What is written last is only about to be.
  await eventually(attempts).toBe(2);
  go();
  await expect(refused).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(inner, id)).toEqual(["Second"]);
});

test("stores a message that was queued right before its thread is disposed", async () => {
  const storage = memoryStorage();
  const { id, thread } = await openRunning(storage);
  const sent = sendLater(thread);
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled" });
  expect(await queueOf(storage, id)).toEqual(["Second"]);
});

import { expect, test } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
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

/** Resolves in the very moment in which something is in the queue. */
const queued = ({ store }: Thread) =>
  new Promise<void>((resolve) => {
    const stop = store.subscribe(({ queue }) => {
      if (queue.length === 0) return;
      stop();
      resolve();
    });
  });

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
  const inner = memoryStorage();
  let isFull = false;
  const storage: ThreadStorage = {
    ...inner,
    append: (...args) => (isFull ? Promise.reject(new Error("full")) : inner.append(...args)),
  };
  const { id, thread } = await openRunning(storage);
  await eventually(() => thread.isStored()).toBe(true);
  isFull = true;
  const sent = sendLater(thread);
  await queued(thread);
  expect(thread.getSnapshot().issues).toEqual([]);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(inner, id)).toEqual([]);
});

test("so is one whose thread is disposed before it is in the queue", async () => {
  const storage = memoryStorage();
  const { id, thread } = await openRunning(storage);
  const sent = sendLater(thread);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
  expect(await queueOf(storage, id)).toEqual([]);
});

import { expect, vi } from "vitest";
import {
  createThread,
  type Thread,
  type ThreadOptions,
  type ThreadStorage,
} from "../../../src/core.ts";
import { runFinished, scriptedAgent } from "../../../src/testing.ts";
import { createIdCounter } from "../thread/idCounter.ts";

export const entriesOf = async (storage: ThreadStorage, threadId = "t1") =>
  (await storage.load(threadId))?.entries ?? [];

/** Resolves when a storage has the whole event log of a thread. */
export async function waitUntilStored(storage: ThreadStorage, thread: Thread): Promise<void> {
  const { events } = await thread.getEventLog();
  await expect
    .poll(() => entriesOf(storage, thread.threadId))
    .toEqual(JSON.parse(JSON.stringify(events)));
}

const createId = createIdCounter("own-");

/** Opens the thread `t1` of a storage. */
export const openStoredThread = (storage: ThreadStorage, options: Partial<ThreadOptions> = {}) =>
  createThread({ agent: scriptedAgent([]), threadId: "t1", storage, createId, ...options });

/** Resolves when the storage has everything of the thread. */
export const isStored = (thread: Thread) => vi.waitFor(() => expect(thread.isStored()).toBe(true));

/** Resolves when the thread has read its storage. */
export const isRestored = (thread: Thread) =>
  vi.waitFor(() => expect(thread.getSnapshot().isRestoring).toBe(undefined));

/** Returns the events of an answer. */
export const answerScript = (delta: string) => [
  { type: "TEXT_MESSAGE_CHUNK" as const, messageId: createId(), delta },
  runFinished(),
];

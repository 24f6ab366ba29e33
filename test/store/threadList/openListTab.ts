import { expect, onTestFinished } from "vitest";
import {
  type Agent,
  createAgentClient,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

/** Agent that answers every message. */
export const answeringAgent: Agent = {
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
};

/** Opens a simulated tab, which shares the storage with other tabs. */
export function openListTab(storage: ThreadStorage, agent: Agent = answeringAgent) {
  const client = createAgentClient({ agent, storage: { ...storage } });
  const directory = threadListOf(client);
  onTestFinished(() => client.dispose());
  onTestFinished(directory.subscribe(() => {}));
  const titles = () => directory.getState().threads.map(({ title }) => title);
  const settled = () => expect.poll(() => directory.getState().isLoading).toBe(false);
  /** Returns the list item of a thread. */
  const listed = (id: string) =>
    directory.getState().threads.find(({ threadId }) => threadId === id);
  return { client, directory, titles, settled, listed };
}

/**
 * Copies all stored data to another storage, as a crashed tab leaves it.
 * The crashed tab does not know the new storage.
 */
export async function copyAfterCrash(storage: ThreadStorage): Promise<ThreadStorage> {
  const left = memoryStorage();
  for (const record of await storage.list()) {
    const { threadId } = record;
    const { base, latest, entries = [] } = (await storage.load(threadId)) ?? {};
    // The different creation time makes later messages of the crashed tab refer to another thread.
    await left.saveRecord({ ...record, createdAt: record.createdAt - 1 });
    if (base) await left.saveSnapshot(threadId, "base", { position: 0, snapshot: base });
    if (latest) await left.saveSnapshot(threadId, "latest", latest);
    await left.append(
      threadId,
      0,
      entries.flatMap((entry) => entry ?? []),
    );
  }
  return left;
}

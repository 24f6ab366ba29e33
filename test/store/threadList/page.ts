import { expect, onTestFinished } from "vitest";
import {
  type Agent,
  createAgentClient,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

/** An agent that answers whatever it is asked. */
export const answering: Agent = {
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
};

/** One of several pages with the same storage. */
export function openPage(storage: ThreadStorage, agent: Agent = answering) {
  const client = createAgentClient({ agent, storage: { ...storage } });
  const directory = threadListOf(client);
  onTestFinished(() => client.dispose());
  onTestFinished(directory.subscribe(() => {}));
  const titles = () => directory.getState().threads.map(({ title }) => title);
  const settled = () => expect.poll(() => directory.getState().isLoading).toBe(false);
  /** What the list shows of a thread. */
  const listed = (id: string) =>
    directory.getState().threads.find(({ threadId }) => threadId === id);
  return { client, directory, titles, settled, listed };
}

/**
 * What a page leaves behind that is gone all at once: everything that is stored by now, in another place, of
 * which that page knows nothing.
 */
export async function leftIn(storage: ThreadStorage): Promise<ThreadStorage> {
  const left = memoryStorage();
  for (const record of await storage.list()) {
    const { threadId } = record;
    const { base, latest, entries = [] } = (await storage.load(threadId)) ?? {};
    // What that page still says is about another thread, as when it is gone.
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

import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { AgentClient } from "../client/clientTypes.ts";
import { createForkRequest } from "../eventLog/forkThread.ts";
import type { Thread } from "../thread/thread.ts";
import type { ListRecords } from "./listRecords.ts";
import type { Fork, ForkRequest } from "./threadListTypes.ts";

/** Forks a thread, lists the fork under the same title, and stores it before its first message. */
export async function forkListedThread(
  client: AgentClient,
  listRecords: ListRecords,
  source: Thread,
  { messageId, request }: ForkRequest,
): Promise<Fork> {
  await whenRestored(client, source);
  const forkRequest = await createForkRequest(source, omitUndefined({ messageId }));
  const thread = client.thread({ ...request, ...forkRequest });
  return { thread, stored: storeFork(client, listRecords, { source, thread }) };
}

/**
 * Waits until the source is restored.
 *
 * @throws AgentKitError `thread-disposed` when the source is disposed before
 */
async function whenRestored(client: AgentClient, source: Thread): Promise<void> {
  const { store } = source;
  const isRestored = () => !store.getState().isRestoring;
  const isDisposed = () => !client.threads().includes(source);
  let unsubscribes: readonly (() => void)[] = [];
  await new Promise<void>((resolve) => {
    const check = () => {
      if (isRestored() || isDisposed()) resolve();
    };
    unsubscribes = [store.subscribe(check), client.subscribe(check)];
    check();
  });
  for (const unsubscribe of unsubscribes) unsubscribe();
  if (isRestored()) return;
  throw new AgentKitError(
    "thread-disposed",
    "The thread cannot be forked, because it was removed before it was restored. Fork another one.",
  );
}

async function storeFork(
  { storage }: AgentClient,
  listRecords: ListRecords,
  { source, thread }: { readonly source: Thread; readonly thread: Thread },
): Promise<void> {
  const { threadId, agentId } = thread;
  const { title, hasCustomTitle } = listRecords.get(source.threadId) ?? {};
  const { isRestoring: _, ...snapshot } = thread.getSnapshot();
  // Written first: a record without a snapshot would list an empty thread.
  await storage?.saveSnapshot(threadId, "base", { position: 0, snapshot });
  await listRecords.createRecord(threadId, omitUndefined({ agentId, title, hasCustomTitle }));
}

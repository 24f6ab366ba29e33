import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { AgentClient, ThreadRequest } from "../client/types.ts";
import { forkThread } from "../eventLog/forkThread.ts";
import type { Thread } from "../thread/thread.ts";
import type { KnownRecords } from "./knownRecords.ts";
import type { Fork, ForkRequest } from "./types.ts";

/** Forks a thread, lists what has come of it under the same title, and stores it before anything is said. */
export async function forkListed<TState>(
  client: AgentClient,
  known: KnownRecords,
  source: Thread<TState>,
  { messageId, request }: ForkRequest<TState>,
): Promise<Fork> {
  await whenRead(client, source);
  const within: AgentClient = {
    ...client,
    // A fork is asked for in one place, with the state of its source: `T` is `TState`.
    thread: <T>(own?: ThreadRequest<T>) =>
      client.thread<T>({ ...(request as unknown as ThreadRequest<T>), ...own }),
  };
  const thread = await forkThread(within, source, omitUndefined({ messageId }));
  const stored = keep(client, known, { source, thread });
  // Whoever asks for it by its id knows what state it has.
  return { thread: thread as Thread, stored };
}

/**
 * What is stored of a thread is known a moment after it was loaded.
 *
 * @throws AgentKitError `thread-disposed` when it is let go of before
 */
async function whenRead<TState>(client: AgentClient, source: Thread<TState>): Promise<void> {
  const { store } = source;
  const isRead = () => !store.getState().isRestoring;
  const isGone = () => !client.threads().includes(source as Thread);
  let forgets: readonly (() => void)[] = [];
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isRead() || isGone()) resolve();
    };
    forgets = [store.subscribe(look), client.subscribe(look)];
    look();
  });
  for (const forget of forgets) forget();
  if (isRead()) return;
  throw new AgentKitError("thread-disposed", "The thread was removed before it could be read.");
}

async function keep<TState>(
  { storage }: AgentClient,
  known: KnownRecords,
  { source, thread }: { readonly source: Thread<TState>; readonly thread: Thread<TState> },
): Promise<void> {
  const { threadId, agentId } = thread;
  const { title, hasCustomTitle } = known.get(source.threadId) ?? {};
  const { isRestoring: _, ...snapshot } = thread.getSnapshot();
  // First, as a record without it is one of nothing.
  await storage?.saveSnapshot(threadId, "base", { position: 0, snapshot });
  await known.createRecord(threadId, omitUndefined({ agentId, title, hasCustomTitle }));
}

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { AgentClient, ThreadRequest } from "../../store/client/clientTypes.ts";
import { threadListOf } from "../../store/threadList/threadListOf.ts";
import { useLatest } from "../internal/useLatest.ts";
import { subscribeToNothing } from "../thread/useSnapshot.ts";
import { loadShownThread, type ShownThread, saveShownThread } from "./sessionThread.ts";
import { ThreadProvider } from "./ThreadProvider.tsx";
import { ThreadsContext } from "./threadsContext.ts";
import { useClient } from "./useClient.ts";

/** Props of {@link ThreadsProvider}; thread options apply to every thread created below. */
export interface ThreadsProviderProps<TState = unknown>
  extends Omit<ThreadRequest<TState>, "threadId" | "snapshot"> {
  /** The thread to show, when the application controls it, for example with a route. */
  readonly threadId?: string | undefined;
  /** Called when another thread should be shown. With a `threadId`, the call has no other effect. */
  readonly onThreadChange?: ((shown: ShownThread) => void) | undefined;
  /**
   * The `sessionStorage` key under which the tab persists the shown thread, so that a reload shows it again.
   * Needs a client with a `storage`: without one, a reload starts an empty thread.
   */
  readonly persistKey?: string | undefined;
  /**
   * Number of idle, persisted threads that stay loaded while not shown. The least recently used are evicted and
   * load from the storage when shown again. A thread with subscribers is not evicted.
   *
   * @defaultValue 10
   */
  readonly maxLoaded?: number | undefined;
  /**
   * Creates a title, called once after the first reply. When it fails, the text of the first message stays
   * the title. A name that the user set is never replaced.
   */
  readonly createTitle?: ((snapshot: Snapshot) => string | Promise<string>) | undefined;
  /** Components that use the shown thread. */
  readonly children?: ReactNode;
}

/**
 * Chooses which thread of a client is shown, and provides it to everything below like `ThreadProvider`.
 * Runs of the other threads continue.
 *
 * Starts with the agent's default thread. Shows another one when `useThreads()` or a `ThreadList` below
 * selects it, and a new one when the shown thread is deleted. Renders no element.
 *
 * @example Conversations that survive a reload
 * ```tsx
 * <AgentProvider agent={httpAgent({ url: "/agent" })} storage={indexedDbStorage()}>
 *   <ThreadsProvider persistKey="support">
 *     <ThreadList />
 *     <Chat />
 *   </ThreadsProvider>
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider`.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadsProvider<TState = unknown>(props: ThreadsProviderProps<TState>): ReactNode {
  const {
    threadId,
    onThreadChange,
    persistKey,
    maxLoaded = 10,
    createTitle,
    agentId,
    children,
    ...request
  }: ThreadsProviderProps = props;
  const client = useClient();
  const threadList = threadListOf(client);
  const persisted = usePersistedThread(persistKey);
  const [selected, setSelected] = useState<ShownThread>();
  const latest = useLatest({ threadId, onThreadChange });
  const requested: ShownThread =
    threadId !== undefined
      ? { threadId, agentId }
      : (selected ?? persisted ?? client.thread({ ...request, ...omitUndefined({ agentId }) }));

  const showThread = useMemo(
    () => (shown: ShownThread) => {
      if (latest.current.threadId === undefined) setSelected(shown);
      latest.current.onThreadChange?.(shown);
    },
    [latest],
  );
  // A thread that was deleted, in this tab or another, must not be created again under its id.
  const [replacementIds] = useState(() => new Map<string, string>());
  const isRemoved = useSyncExternalStore(
    threadList.subscribe,
    () => threadList.isRemoved(requested.threadId),
    () => false,
  );
  const replacementId = isRemoved ? replacementIdOf(requested.threadId, replacementIds) : undefined;
  useEffect(() => {
    if (replacementId !== undefined) showThread({ threadId: replacementId });
  }, [replacementId, showThread]);
  const currentId = replacementId ?? requested.threadId;

  useEffect(() => threadList.markVisible(currentId), [threadList, currentId]);
  const latestCreateTitle = useLatest(createTitle);
  const hasTitles = createTitle !== undefined;
  useEffect(() => {
    const createLatestTitle = async (snapshot: Snapshot) =>
      (await latestCreateTitle.current?.(snapshot)) ?? "";
    threadList.configure({ maxLoaded, ...(hasTitles && { createTitle: createLatestTitle }) });
  }, [threadList, maxLoaded, hasTitles, latestCreateTitle]);

  const listedAgentId = useSyncExternalStore(
    threadList.subscribe,
    () => threadList.getAgentId(currentId),
    () => undefined,
  );
  const requestedAgentId = replacementId === undefined ? requested.agentId : undefined;
  const currentAgentId = [requestedAgentId, listedAgentId, agentId].find(
    (id) => id !== undefined && hasAgent(client, id),
  );
  useEffect(() => {
    if (persistKey !== undefined)
      saveShownThread(persistKey, { threadId: currentId, agentId: currentAgentId });
  }, [persistKey, currentId, currentAgentId]);

  const current = useLatest({
    ...request,
    ...omitUndefined({ agentId: currentAgentId }),
    threadId: currentId,
  });
  const forkThread = useMemo(
    () => async (messageId?: string) => {
      const { threadId, ...request } = current.current;
      const source = client.thread({ ...request, threadId });
      const { thread, stored } = await threadList.fork(source, { messageId, request });
      showThread({ threadId: thread.threadId, ...omitUndefined({ agentId: thread.agentId }) });
      await stored;
      return thread.threadId;
    },
    [client, threadList, showThread, current],
  );
  const threads = useMemo(
    () => ({ threadList, currentId, showThread, forkThread, agentId }),
    [threadList, currentId, showThread, forkThread, agentId],
  );
  return (
    <ThreadsContext.Provider value={threads}>
      <ThreadProvider
        {...request}
        {...omitUndefined({ agentId: currentAgentId })}
        threadId={currentId}
      >
        {children}
      </ThreadProvider>
    </ThreadsContext.Provider>
  );
}

/** Returns the id of the thread shown instead of a deleted one; the same id on every call. */
function replacementIdOf(threadId: string, replacementIds: Map<string, string>): string {
  const replacementId = replacementIds.get(threadId) ?? randomId();
  replacementIds.set(threadId, replacementId);
  return replacementId;
}

/** Returns false for agents that the storage mentions and the client no longer has. */
function hasAgent({ agentIds }: AgentClient, agentId: string): boolean {
  return agentIds.includes(agentId);
}

/** Returns the thread that this tab showed before a reload; none while hydrating, as the server cannot read it. */
function usePersistedThread(key: string | undefined): ShownThread | undefined {
  const [read] = useState(() => {
    let cached: { readonly shown: ShownThread | undefined } | undefined;
    return () => {
      cached ??= { shown: key === undefined ? undefined : loadShownThread(key) };
      return cached.shown;
    };
  });
  return useSyncExternalStore(subscribeToNothing, read, () => undefined);
}

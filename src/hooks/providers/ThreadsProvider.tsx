import {
  createContext,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadRequest } from "../../store/client/types.ts";
import { threadListOf } from "../../store/threadList/threadList.ts";
import type { ThreadListStore } from "../../store/threadList/types.ts";
import { useLatest } from "../internal/useLatest.ts";
import { rememberedThread, type ShownThread, saveShownThread } from "./sessionThread.ts";
import { ThreadProvider } from "./ThreadProvider.tsx";
import { useClient } from "./useClient.ts";

/** Props of {@link ThreadsProvider}; those of a thread count for each that is made below it. */
export interface ThreadsProviderProps<TState = unknown>
  extends Omit<ThreadRequest<TState>, "threadId" | "snapshot"> {
  /** The thread that is shown, where the application says which: with a route, for instance. */
  readonly threadId?: string | undefined;
  /** Called when another thread is to be shown; with a `threadId`, that is all that happens. */
  readonly onThreadChange?: ((shown: ShownThread) => void) | undefined;
  /**
   * The key under which the tab remembers what it shows (`sessionStorage`), so that a reload shows it
   * again. Without a storage there is nothing to show again.
   */
  readonly persistKey?: string | undefined;
  /**
   * How many threads stay loaded that rest, are stored and are shown nowhere. Those used longest ago come
   * back from the storage when they are shown. What listens to a thread keeps it loaded.
   *
   * @defaultValue 10
   */
  readonly maxLoaded?: number | undefined;
  /**
   * Makes a title, asked once: after the first answer. When it fails, what was said first stays the title.
   * What a person has named keeps its name.
   */
  readonly createTitle?: ((snapshot: Snapshot) => string | Promise<string>) | undefined;
  readonly children?: ReactNode;
}

/** @internal What a provider of threads hands down. */
export interface Threads {
  readonly directory: ThreadListStore;
  readonly currentId: string;
  readonly show: (shown: ShownThread) => void;
  readonly fork: (messageId?: string) => Promise<string>;
  readonly agentId: string | undefined;
}

/** @internal */
export const ThreadsContext = createContext<Threads | undefined>(undefined);

/**
 * Holds which of a client's threads is shown, and hands it to everything below it as `ThreadProvider` does.
 * Runs of the others go on.
 *
 * It begins with the agent's default thread, shows another when `useThreads()` or a `ThreadList` below it
 * says so, and a new one when the thread that is shown was deleted. Renders no element.
 *
 * @example Conversations that survive a reload
 * ```tsx
 * <AgentProvider agent={httpAgent({ url: "/agent" })} storage={indexedDbStorage()}>
 *   <ThreadsProvider rememberAs="support">
 *     <ThreadList />
 *     <Chat />
 *   </ThreadsProvider>
 * </AgentProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider`.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadsProvider<TState = unknown>({
  threadId: given,
  onThreadChange,
  persistKey,
  maxLoaded = 10,
  createTitle,
  agentId,
  children,
  ...request
}: ThreadsProviderProps<TState>): ReactNode {
  const client = useClient();
  const directory = threadListOf(client);
  // What is left is of a request, whatever the state is.
  const ofThread = request as ThreadRequest<TState>;
  const remembered = useRemembered(persistKey);
  const [chosen, setChosen] = useState<ShownThread>();
  const latest = useLatest({ given, onThreadChange });
  const wanted: ShownThread =
    given !== undefined
      ? { threadId: given, agentId }
      : (chosen ?? remembered ?? client.thread({ ...ofThread, ...omitUndefined({ agentId }) }));

  const show = useMemo(
    () => (shown: ShownThread) => {
      if (latest.current.given === undefined) setChosen(shown);
      latest.current.onThreadChange?.(shown);
    },
    [latest],
  );
  // One that was deleted, here or in another window, is not made again.
  const [successors] = useState(() => new Map<string, string>());
  const isRemoved = useSyncExternalStore(
    directory.subscribe,
    () => directory.isRemoved(wanted.threadId),
    () => false,
  );
  const successor = isRemoved ? successorOf(wanted.threadId, successors) : undefined;
  useEffect(() => {
    if (successor !== undefined) show({ threadId: successor });
  }, [successor, show]);
  const currentId = successor ?? wanted.threadId;

  useEffect(() => directory.markVisible(currentId), [directory, currentId]);
  const titleMaker = useLatest(createTitle);
  const hasTitles = createTitle !== undefined;
  useEffect(() => {
    const ask = async (snapshot: Snapshot) => (await titleMaker.current?.(snapshot)) ?? "";
    directory.configure({ maxLoaded, ...(hasTitles && { createTitle: ask }) });
  }, [directory, maxLoaded, hasTitles, titleMaker]);

  const known = useSyncExternalStore(
    directory.subscribe,
    () => directory.getAgentId(currentId),
    () => undefined,
  );
  const asked = successor === undefined ? wanted.agentId : undefined;
  const whose = [asked, known, agentId].find((id) => id !== undefined && hasAgent(client, id));
  useEffect(() => {
    if (persistKey !== undefined)
      saveShownThread(persistKey, { threadId: currentId, agentId: whose });
  }, [persistKey, currentId, whose]);

  const shown = useLatest({
    ...ofThread,
    ...omitUndefined({ agentId: whose }),
    threadId: currentId,
  });
  const fork = useMemo(
    () => async (messageId?: string) => {
      const { threadId, ...request } = shown.current;
      const source = client.thread<TState>({ ...request, threadId });
      const { thread, stored } = await directory.fork(source, { messageId, request });
      show({ threadId: thread.threadId, ...omitUndefined({ agentId: thread.agentId }) });
      await stored;
      return thread.threadId;
    },
    [client, directory, show, shown],
  );
  const threads = useMemo(
    () => ({ directory, currentId, show, fork, agentId }),
    [directory, currentId, show, fork, agentId],
  );
  return (
    <ThreadsContext.Provider value={threads}>
      <ThreadProvider<TState>
        {...ofThread}
        {...omitUndefined({ agentId: whose })}
        threadId={currentId}
      >
        {children}
      </ThreadProvider>
    </ThreadsContext.Provider>
  );
}

/** The thread that is shown in place of one that is gone; the same however often it is asked. */
function successorOf(threadId: string, successors: Map<string, string>): string {
  const successor = successors.get(threadId) ?? randomId();
  successors.set(threadId, successor);
  return successor;
}

/** A storage may know threads of agents that there are no more. */
function hasAgent({ agentIds }: ReturnType<typeof useClient>, agentId: string): boolean {
  return agentIds.includes(agentId);
}

/** What the tab has shown last; only the browser knows, so a page from a server begins without. */
function useRemembered(key: string | undefined): ShownThread | undefined {
  const [read] = useState(() => {
    let found: { readonly shown: ShownThread | undefined } | undefined;
    return () => {
      found ??= { shown: key === undefined ? undefined : rememberedThread(key) };
      return found.shown;
    };
  });
  return useSyncExternalStore(subscribeToNothing, read, () => undefined);
}

const subscribeToNothing = () => () => {};

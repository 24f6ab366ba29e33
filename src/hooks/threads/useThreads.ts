import { useContext, useMemo, useSyncExternalStore } from "react";
import type { AgentKitError } from "../../protocol/errors.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { ListedThread } from "../../store/threadList/threadListTypes.ts";
import { useLatest } from "../internal/useLatest.ts";
import { ThreadsContext, type ThreadsContextValue } from "../providers/threadsContext.ts";
import { useRequiredContext } from "../providers/useClient.ts";
import { useThread } from "../providers/useThread.ts";

/** An entry of a thread list. */
export interface ThreadSummary extends ListedThread {
  /** True for the shown thread. */
  readonly isCurrent: boolean;
}

/** Result of {@link useThreads}. The functions keep their identity. */
export interface UseThreadsResult {
  /**
   * All threads with a user message, including archived ones; the latest first. An unchanged entry is the same
   * object.
   */
  readonly threads: readonly ThreadSummary[];
  /** True while the storage is read. */
  readonly isLoading: boolean;
  /** Error of a storage that cannot be read; threads loaded in this tab are listed nevertheless. */
  readonly error: AgentKitError | undefined;
  /** Id of the shown thread, listed or not. */
  readonly currentId: string;
  /**
   * Shows a new thread of the named agent, by default of the provider's agent, and returns its id. Reuses the
   * shown thread while it is empty. A new thread is listed after its first user message.
   */
  readonly create: (agentId?: string) => string;
  /**
   * Copies the shown thread up to a message, with its title and the shared state at that point. Shows the
   * copy, which is listed at once. Open interrupts stay with the original, which is not changed. Resolves with
   * the id once the copy is persisted; when that fails, the copy still exists in this tab.
   *
   * @param messageId - The last message to copy. @defaultValue the last message of the thread
   */
  readonly fork: (messageId?: string) => Promise<string>;
  /** Shows a thread; runs of the others continue. */
  readonly switchTo: (threadId: string) => void;
  /** Sets the title of a thread. A blank title is ignored. */
  readonly rename: (threadId: string, title: string) => Promise<void>;
  /** Archives a thread, or restores it. @param isArchived - `false` restores. @defaultValue true */
  readonly archive: (threadId: string, isArchived?: boolean) => Promise<void>;
  /**
   * Stops a thread and deletes it in this tab, in the storage and in other tabs. A deleted thread that is
   * shown is replaced by a new one.
   */
  readonly remove: (threadId: string) => Promise<void>;
  /** Returns the threads whose titles have words that start with all words of the query, ignoring case and accents. */
  readonly search: (query: string) => readonly ThreadSummary[];
  /** Reads the storage again after an `error`. */
  readonly reload: () => void;
}

/**
 * Lists the threads of the nearest `ThreadsProvider`, and returns functions that show and change them.
 *
 * Re-renders when an entry changes, not while a thread streams. Threads come from the client's storage; without one,
 * the list has the threads of this tab. `rename`, `archive`, `fork` and `remove` reject with an `AgentKitError` of
 * code `storage` when the storage cannot be written. `fork` rejects with `invalid-argument` when the message does not
 * exist.
 *
 * @example A custom list
 * ```tsx
 * const { threads, switchTo, create } = useThreads();
 * return (
 *   <nav>
 *     <button onClick={() => create()}>New</button>
 *     {threads.map(({ threadId, title, isRunning }) => (
 *       <button key={threadId} onClick={() => switchTo(threadId)}>
 *         {title} {isRunning && "…"}
 *       </button>
 *     ))}
 *   </nav>
 * );
 * ```
 * @throws AgentKitError `missing-provider` outside a `ThreadsProvider`.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useThreads(): UseThreadsResult {
  const context = useRequiredContext(
    ThreadsContext,
    "useThreads() cannot find threads, because there is no <ThreadsProvider> above this component. " +
      "Put one inside the <AgentProvider>, around the list and the chat.",
  );
  const { threadList, currentId, forkThread } = context;
  const { threads, isLoading, error } = useSyncExternalStore(
    threadList.subscribe,
    threadList.getState,
    () => threadList.initialState,
  );
  const summaries = useMemo(
    () => threads.map((thread) => summaryOf(thread, thread.threadId === currentId)),
    [threads, currentId],
  );
  const latest = useLatest(context);
  const commands = useMemo(() => createThreadsCommands(threadList, latest), [threadList, latest]);
  const search = useMemo(
    () => (query: string) => {
      const terms = foldTitle(query).split(/\s+/).filter(Boolean);
      return summaries.filter(({ title = "" }) =>
        terms.every((term) => ` ${foldTitle(title)}`.includes(` ${term}`)),
      );
    },
    [summaries],
  );
  return { threads: summaries, isLoading, error, currentId, fork: forkThread, ...commands, search };
}

/**
 * @internal Returns a function that subscribes to the deletion of the current thread, in this tab or another, and
 * returns the unsubscribe function. Eviction is not a deletion: an evicted thread loads from its storage again.
 */
export function useOnThreadRemoved(): (listener: () => void) => () => void {
  const { threadId } = useThread();
  const threadList = useContext(ThreadsContext)?.threadList;
  return (listener) =>
    threadList?.subscribe(() => {
      if (threadList.isRemoved(threadId)) listener();
    }) ?? (() => {});
}

function createThreadsCommands(
  threadList: ThreadsContextValue["threadList"],
  latest: { readonly current: ThreadsContextValue },
) {
  return {
    create(agentId?: string) {
      const { currentId, showThread, agentId: defaultAgentId } = latest.current;
      const isNew = agentId !== undefined || !threadList.isEmpty(currentId);
      const threadId = isNew ? randomId() : currentId;
      if (isNew) showThread({ threadId, agentId: agentId ?? defaultAgentId });
      return threadId;
    },
    switchTo(threadId: string) {
      const { showThread, agentId } = latest.current;
      showThread({ threadId, agentId: threadList.getAgentId(threadId) ?? agentId });
    },
    rename: threadList.rename,
    archive: (threadId: string, isArchived = true) => threadList.archive(threadId, isArchived),
    remove: threadList.remove,
    reload: threadList.reload,
  };
}

/** Cached summaries of each listed thread, for when another thread is shown and for when it is shown itself. */
const summariesByThread = new WeakMap<ListedThread, readonly [ThreadSummary, ThreadSummary]>();

function summaryOf(thread: ListedThread, isCurrent: boolean): ThreadSummary {
  const variants = summariesByThread.get(thread) ?? [
    { ...thread, isCurrent: false },
    { ...thread, isUnread: false, isCurrent: true },
  ];
  summariesByThread.set(thread, variants);
  return variants[isCurrent ? 1 : 0];
}

/** Removes case and accents. */
function foldTitle(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLocaleLowerCase();
}

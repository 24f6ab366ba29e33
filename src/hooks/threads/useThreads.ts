import { useContext, useMemo, useSyncExternalStore } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { ListedThread } from "../../store/threadList/types.ts";
import { useLatest } from "../internal/useLatest.ts";
import { type Threads, ThreadsContext } from "../providers/ThreadsProvider.tsx";

/** What a list of threads shows of one. */
export interface ThreadSummary extends ListedThread {
  /** Whether it is the one that is shown. */
  readonly isCurrent: boolean;
}

/** What {@link useThreads} returns. The verbs keep their identity. */
export interface UseThreadsResult {
  /**
   * All threads in which the person has said something, the archived ones as well; the latest first. A
   * thread that did not change is the same object.
   */
  readonly threads: readonly ThreadSummary[];
  /** Whether the storage is still being read. */
  readonly isLoading: boolean;
  /** Why the storage cannot be read; what this page has loaded is listed all the same. */
  readonly error: AgentKitError | undefined;
  /** The thread that is shown, whether it is listed or not. */
  readonly currentId: string;
  /**
   * Shows a new thread, of the provider's agent unless one is named; the one that is shown when nothing
   * has been said in that yet. It is listed when something has been said in it. Returns its id.
   */
  readonly create: (agentId?: string) => string;
  /**
   * Makes another thread of what is shown, up to a message and with the shared state as it was then, and shows
   * it: under the same title, and listed at once. What the agent has asked stays with the first, which goes on
   * as it is. Resolves with its id when it is stored; where it cannot be, it is there in this page all the same.
   *
   * @param messageId - The last message that both have; all of them when absent
   */
  readonly fork: (messageId?: string) => Promise<string>;
  /** Shows a thread; the runs of the others go on. */
  readonly switchTo: (threadId: string) => void;
  /** Gives a thread a name, which stays. Nothing but spaces is none. */
  readonly rename: (threadId: string, title: string) => Promise<void>;
  /** Marks a thread as archived, or takes the mark away. @param isArchived - `true` when absent */
  readonly archive: (threadId: string, isArchived?: boolean) => Promise<void>;
  /**
   * Stops a thread and deletes it, here, in the storage and in other windows. In place of the one that
   * is shown a new one is.
   */
  readonly remove: (threadId: string) => Promise<void>;
  /** The threads whose titles have all these words, or their beginnings; case and accents do not count. */
  readonly search: (query: string) => readonly ThreadSummary[];
  /** Reads the storage again after an `error`. */
  readonly reload: () => void;
}

/**
 * Lists the threads of the nearest `ThreadsProvider` and changes which is shown.
 *
 * It re-renders when a title or a mark changes, and not while a thread streams. Threads come from the
 * storage of the client; without one they are those of this page. `rename`, `archive`, `fork` and `remove`
 * reject with an `AgentKitError` of the code `storage` when that cannot be written, and `fork` with
 * `invalid-argument` when there is no such message.
 *
 * @example A list of one's own
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
  const provided = useContext(ThreadsContext);
  if (!provided) {
    throw new AgentKitError(
      "missing-provider",
      "useThreads() found no threads, because there is no <ThreadsProvider> above this component. " +
        "Put one inside the <AgentProvider>, around the list and the chat.",
    );
  }
  const { directory, currentId, fork } = provided;
  const { threads, isLoading, error } = useSyncExternalStore(
    directory.subscribe,
    directory.getState,
    () => directory.initialState,
  );
  const summaries = useMemo(
    () => threads.map((thread) => summaryOf(thread, thread.threadId === currentId)),
    [threads, currentId],
  );
  const latest = useLatest(provided);
  const verbs = useMemo(() => verbsOf(directory, latest), [directory, latest]);
  const search = useMemo(
    () => (query: string) => {
      const words = plain(query).split(/\s+/).filter(Boolean);
      return summaries.filter(({ title = "" }) =>
        words.every((word) => ` ${plain(title)}`.includes(` ${word}`)),
      );
    },
    [summaries],
  );
  return { threads: summaries, isLoading, error, currentId, fork, ...verbs, search };
}

function verbsOf(directory: Threads["directory"], latest: { readonly current: Threads }) {
  return {
    create(agentId?: string) {
      const { currentId, show, agentId: ownAgentId } = latest.current;
      const isNew = agentId !== undefined || !directory.isEmpty(currentId);
      const threadId = isNew ? randomId() : currentId;
      if (isNew) show({ threadId, agentId: agentId ?? ownAgentId });
      return threadId;
    },
    switchTo(threadId: string) {
      const { show, agentId } = latest.current;
      show({ threadId, agentId: directory.getAgentId(threadId) ?? agentId });
    },
    rename: directory.rename,
    archive: (threadId: string, isArchived = true) => directory.archive(threadId, isArchived),
    remove: directory.remove,
    reload: directory.reload,
  };
}

/** By what is listed, so that what did not change keeps its identity: when it is shown, and when not. */
const variants = new WeakMap<ListedThread, [ThreadSummary, ThreadSummary]>();

function summaryOf(thread: ListedThread, isCurrent: boolean): ThreadSummary {
  const known = variants.get(thread) ?? [
    { ...thread, isCurrent: false },
    { ...thread, isUnread: false, isCurrent: true },
  ];
  variants.set(thread, known);
  return known[isCurrent ? 1 : 0];
}

/** Without case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLocaleLowerCase();
}

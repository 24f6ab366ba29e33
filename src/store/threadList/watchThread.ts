import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../thread/thread.ts";

/** Status of a loaded thread for its list entry. */
export interface ThreadStatus {
  readonly isRunning: boolean;
  readonly needsInput: boolean;
  /** True when the thread has a user message: without one it is not listed. */
  readonly hasUserMessage: boolean;
  /** Number of messages when the thread was idle last. */
  readonly count: number;
}

/** A loaded thread that is watched. */
export interface WatchedThread {
  readonly thread: Thread;
  /** Absent until the thread is restored. */
  readonly status: ThreadStatus | undefined;
  /** True when this tab has run the agent. */
  readonly hasRun: boolean;
  /** Time of the last use, in milliseconds since the epoch. */
  usedAt: number;
  /** True when the thread has no run and no queue that would be lost. */
  isIdle(): boolean;
  /** True when the thread has subscribers, who do not report when they leave. */
  hasSubscribers(): boolean;
  stopWatching(): void;
}

/** Number of subscriptions of the watcher itself. */
const OWN_SUBSCRIPTIONS = 2;

/**
 * Watches a loaded thread. Streamed events do not change its status.
 *
 * @param onChange - Called with the status before; absent the first time.
 */
export function watchThread(
  thread: Thread,
  onChange: (watched: WatchedThread, before: ThreadStatus | undefined) => void,
): WatchedThread {
  let status: ThreadStatus | undefined;
  let hasRun = false;
  const watched: WatchedThread = {
    thread,
    get status() {
      return status;
    },
    get hasRun() {
      return hasRun;
    },
    usedAt: 0,
    isIdle() {
      const { isRestoring, queue, run } = thread.getSnapshot();
      const hasNoRun = run.status === "idle" || run.status === "error";
      return !isRestoring && hasNoRun && queue.length === 0;
    },
    hasSubscribers: () => thread.subscriberCount() > OWN_SUBSCRIPTIONS,
    stopWatching() {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };

  function update(snapshot: Snapshot): void {
    if (snapshot.isRestoring) return;
    const before = status;
    const next = statusOf(snapshot, before);
    const isSame =
      before?.isRunning === next.isRunning &&
      before.needsInput === next.needsInput &&
      before.hasUserMessage === next.hasUserMessage &&
      before.count === next.count;
    if (isSame) return;
    status = next;
    onChange(watched, before);
  }

  const unsubscribes = [
    thread.store.subscribe(update),
    thread.subscribe({
      onRunStart() {
        hasRun = true;
      },
    }),
  ];
  update(thread.store.getState());
  return watched;
}

function statusOf({ run, messages }: Snapshot, before: ThreadStatus | undefined): ThreadStatus {
  const runs = isRunning(run);
  return {
    isRunning: runs,
    needsInput: run.status === "waiting",
    hasUserMessage: before?.hasUserMessage || messages.some(({ role }) => role === "user"),
    count: runs && before ? before.count : messages.length,
  };
}

import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../thread/thread.ts";

/** What a list has to know of a loaded thread. */
export interface ThreadStatus {
  readonly isRunning: boolean;
  readonly needsInput: boolean;
  /** Whether the person has said something: before that it is nothing to list. */
  readonly hasUserMessage: boolean;
  /** How many messages there were when it last came to rest. */
  readonly count: number;
}

/** A loaded thread that is watched. */
export interface WatchedThread {
  readonly thread: Thread;
  /** Absent until what is stored of it has been read. */
  readonly status: ThreadStatus | undefined;
  /** Whether this page has run its agent, and not another. */
  readonly hasRun: boolean;
  /** When it was used last, in milliseconds since the epoch. */
  usedAt: number;
  /** Whether the thread holds nothing that would be lost with it. */
  isIdle(): boolean;
  /** Whether somebody listens to it, who says nothing when they cease to. */
  hasSubscribers(): boolean;
  stop(): void;
}

/** How many of a thread's watchers are ours. */
const OWN_WATCHERS = 2;

/**
 * Watches a loaded thread. What streams changes no fact, so that nothing is told of it.
 *
 * @param onChange - Called with the facts before; absent the first time.
 */
export function watchThread(
  thread: Thread,
  onChange: (live: WatchedThread, before: ThreadStatus | undefined) => void,
): WatchedThread {
  let status: ThreadStatus | undefined;
  let hasRun = false;
  const live: WatchedThread = {
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
      const isAtRest = run.status === "idle" || run.status === "error";
      return !isRestoring && isAtRest && queue.length === 0;
    },
    hasSubscribers: () => thread.subscriberCount() > OWN_WATCHERS,
    stop() {
      for (const forget of forgets) forget();
    },
  };

  function look(snapshot: Snapshot): void {
    if (snapshot.isRestoring) return;
    const before = status;
    const next = factsOf(snapshot, before);
    const isSame =
      before?.isRunning === next.isRunning &&
      before.needsInput === next.needsInput &&
      before.hasUserMessage === next.hasUserMessage &&
      before.count === next.count;
    if (isSame) return;
    status = next;
    onChange(live, before);
  }

  const forgets = [
    thread.store.subscribe(look),
    thread.subscribe({
      onRunStart() {
        hasRun = true;
      },
    }),
  ];
  look(thread.store.getState());
  return live;
}

function factsOf({ run, messages }: Snapshot, before: ThreadStatus | undefined): ThreadStatus {
  const runs = isRunning(run);
  return {
    isRunning: runs,
    needsInput: run.status === "waiting",
    hasUserMessage: before?.hasUserMessage || messages.some(({ role }) => role === "user"),
    count: runs && before ? before.count : messages.length,
  };
}

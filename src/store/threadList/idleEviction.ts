import { unref } from "../../protocol/runtime.ts";
import type { WatchedThread } from "./watchThread.ts";

/** Idle time before eviction, in milliseconds: a thread that was just requested is about to be used. */
const IDLE_MS = 500;
/**
 * Longest interval between checks of threads that cannot be stored or have subscribers, in milliseconds.
 * Intervals double.
 */
const LONGEST_MS = 60_000;

/** Limits the number of idle threads that stay loaded. */
interface IdleEviction {
  /** Checks the limit after the current task. */
  scheduleCheck(): void;
  cancelCheck(): void;
}

/**
 * Creates the eviction of idle threads: the least recently used ones are disposed when they are stored, not
 * visible and without subscribers. They are restored from the storage when they are requested again.
 */
export function createIdleEviction(
  candidates: () => readonly WatchedThread[],
  maxLoaded: () => number,
): IdleEviction {
  let isScheduled = false;
  let isCancelled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = IDLE_MS;

  function evict(): void {
    isScheduled = false;
    if (isCancelled) return;
    const idle = candidates().filter((watched) => watched.isIdle());
    const unwatched = idle
      .filter((watched) => !watched.hasSubscribers())
      .sort((a, b) => a.usedAt - b.usedAt);
    const surplus = unwatched.slice(0, Math.max(0, unwatched.length - maxLoaded()));
    const canEvict = ({ thread, usedAt }: WatchedThread) =>
      thread.isStored() && Date.now() - usedAt >= IDLE_MS;
    const evictable = surplus.filter(canEvict);
    for (const { thread } of evictable) thread.dispose();
    clearTimeout(timer);
    const hasPostponed = unwatched.length < idle.length && idle.length > maxLoaded();
    if (evictable.length === surplus.length && !hasPostponed) return;
    timer = setTimeout(evict, waitMs);
    const isTooRecent = surplus.some(
      (watched) => !evictable.includes(watched) && watched.thread.isStored(),
    );
    waitMs = isTooRecent ? IDLE_MS : Math.min(2 * waitMs, LONGEST_MS);
    unref(timer);
  }

  return {
    scheduleCheck() {
      isCancelled = false;
      waitMs = IDLE_MS;
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(evict);
    },
    cancelCheck() {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
}

import { unref } from "../thread/runtime.ts";
import type { WatchedThread } from "./watchThread.ts";

/** How long a thread has rested before it goes, in milliseconds: what was asked for is about to be used. */
const REST_MS = 500;
/**
 * How long it waits at most for what cannot be stored, or is listened to, in milliseconds: each time twice as long after
 * the last.
 */
const LONGEST_MS = 60_000;

/** Sees to it that few threads at rest stay loaded. */
export interface IdleEviction {
  /** Looks soon whether there are too many: when everything of this moment is done. */
  schedule(): void;
  cancel(): void;
}

/**
 * Makes what lets go of threads at rest that nobody looks at and that are all in their storage, but for
 * the last ones that were used. They come back from the storage when they are asked for.
 */
export function createIdleEviction(
  candidates: () => readonly WatchedThread[],
  maxLoaded: () => number,
): IdleEviction {
  let isScheduled = false;
  let isCancelled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = REST_MS;

  function release(): void {
    isScheduled = false;
    if (isCancelled) return;
    const idle = candidates().filter((live) => live.isIdle());
    const unheard = idle
      .filter((live) => !live.hasSubscribers())
      .sort((a, b) => a.usedAt - b.usedAt);
    const surplus = unheard.slice(0, Math.max(0, unheard.length - maxLoaded()));
    const isDue = ({ thread, usedAt }: WatchedThread) =>
      thread.isStored() && Date.now() - usedAt >= REST_MS;
    const due = surplus.filter(isDue);
    for (const { thread } of due) thread.dispose();
    clearTimeout(timer);
    const mayFollow = unheard.length < idle.length && idle.length > maxLoaded();
    if (due.length === surplus.length && !mayFollow) return;
    timer = setTimeout(release, waitMs);
    const isResting = surplus.some((live) => !due.includes(live) && live.thread.isStored());
    waitMs = isResting ? REST_MS : Math.min(2 * waitMs, LONGEST_MS);
    unref(timer);
  }

  return {
    schedule() {
      isCancelled = false;
      waitMs = REST_MS;
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(release);
    },
    cancel() {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
}

import { unref } from "../../protocol/runtime.ts";
import { diff } from "../../reducer/json/diff.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { resumeRun } from "../reconnect/connectThread.ts";
import { findOpenRun } from "../reconnect/interruptedRun.ts";
import { initialSnapshot } from "../thread/initialSnapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { TabQuery } from "./tabQuery.ts";
import { acquireLock } from "./webLock.ts";

/** Time that the last messages of a closed tab may take to arrive, in milliseconds. */
const LAST_MESSAGES_MS = 300;

/** Takeover of the run of a tab that has closed. */
export interface LeaderTakeover {
  /**
   * Ends a stored run that no tab runs.
   *
   * @returns The function that resumes the run, where the agent can connect.
   */
  endRunOfClosedTab(): Promise<(() => void) | undefined>;
  /** Starts waiting for the lock when the thread shows a run of another tab, and stops waiting after that run. */
  updateLeaderWatch(): void;
  /** Stops waiting for the lock. */
  stopWatching(): void;
  /** Returns the function that ends the turn reserved for resuming a run; the caller owns that turn from now on. */
  claimReservedTurn(): (() => void) | undefined;
}

export interface LeaderTakeoverOptions {
  readonly internals: ThreadInternals;
  readonly lockName: string;
  readonly query: TabQuery;
  /** Adopts entries that other tabs have stored meanwhile. */
  readonly adoptStoredLog: () => Promise<void>;
  /** Calls `commit` so that its entries are written with the next action of the user, when this tab runs alone. */
  readonly commitWithDelayedWrite: (commit: () => void) => void;
  /** True when the thread shows a run of another tab. */
  readonly isRunningInOtherTab: () => boolean;
  /**
   * Makes this tab the leader.
   *
   * @param release - Releases the lock.
   * @returns The function that ends the leadership.
   */
  readonly startLeading: (release: () => void) => () => void;
}

/** Creates the takeover of a tab: waits for the lock of a thread, and makes this tab the leader once the lock is free. */
export function createLeaderTakeover(options: LeaderTakeoverOptions): LeaderTakeover {
  const { internals, lockName, query, isRunningInOtherTab } = options;
  /** Ends the leadership that is reserved for the turn that resumes the run. */
  let reserved: (() => void) | undefined;
  let waiting: AbortController | undefined;

  /** Returns the snapshot with the run of the closed tab ended. */
  function withRunEnded(): Snapshot {
    const { getBaseSnapshot, now, createId, options: threadOptions } = internals;
    return initialSnapshot(
      { ...threadOptions, snapshot: getBaseSnapshot() },
      { at: now(), createId },
    );
  }

  /**
   * Ends the run of the closed tab, whose lock this tab holds.
   *
   * @returns The function that resumes the run; `undefined` when the run cannot be resumed.
   */
  function takeOver(release: () => void, signal?: AbortSignal): (() => void) | undefined {
    const isNeeded =
      !signal?.aborted && isRunningInOtherTab() && !internals.isDisposed() && !internals.isBusy();
    if (!isNeeded) {
      release();
      return undefined;
    }
    const snapshot =
      internals.options.agent.connect && findOpenRun(internals, internals.getBaseSnapshot());
    const endTurn = options.startLeading(release);
    options.commitWithDelayedWrite(() => internals.commit(withRunEnded()));
    if (!snapshot) {
      endTurn();
      return undefined;
    }
    reserved = endTurn;
    const { isRestoring: _, ...interrupted } = snapshot;
    // The run stays shown as ended until the agent sends events again, which may never happen.
    return () => {
      if (reserved !== endTurn) return;
      if (!internals.isDisposed()) resumeRun(internals, interrupted);
      else endTurn();
    };
  }

  async function waitForLock(signal: AbortSignal): Promise<void> {
    const release = await acquireLock(lockName, signal);
    if (!release) return;
    // The last messages of the closed tab may still arrive, or may have reached only a third tab.
    await sleepUnlessAborted(LAST_MESSAGES_MS, signal);
    if (!signal.aborted) await orAborted(query.queryTabs(), signal);
    // A tab that was frozen may have missed the end of the run.
    if (!signal.aborted) await orAborted(options.adoptStoredLog(), signal).catch(() => {});
    takeOver(release, signal)?.();
  }

  function stopWatching(): void {
    waiting?.abort();
    waiting = undefined;
  }

  function updateLeaderWatch(): void {
    if (!isRunningInOtherTab() || internals.isDisposed()) stopWatching();
    else if (!waiting) {
      const controller = new AbortController();
      waiting = controller;
      waitForLock(controller.signal)
        .catch(() => {})
        .finally(() => {
          if (waiting === controller) waiting = undefined;
        });
    }
  }

  return {
    async endRunOfClosedTab() {
      if (!isRunningInOtherTab()) {
        // A run that waits for the user may have been stored before its connection had ended.
        const endedSnapshot = withRunEnded();
        const isChanged = diff(internals.getBaseSnapshot(), endedSnapshot).length > 0;
        if (isChanged) options.commitWithDelayedWrite(() => internals.commit(endedSnapshot));
        // The storage may be older than what other tabs show.
        void query.queryTabs();
        return undefined;
      }
      const release = await acquireLock(lockName);
      if (release) return takeOver(release);
      void query.queryTabs();
      updateLeaderWatch();
      return undefined;
    },
    updateLeaderWatch,
    stopWatching,
    claimReservedTurn() {
      const endTurn = reserved;
      reserved = undefined;
      return endTurn;
    },
  };
}

/** Resolves after a delay, or as soon as the signal aborts. The delay keeps no Node process alive. */
function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    unref(timer);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** Resolves with the result, or with `undefined` as soon as the signal aborts, because other tabs wait for the lock. */
async function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

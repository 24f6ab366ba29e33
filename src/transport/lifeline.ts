import type { AgentKitError } from "../protocol/errors.ts";

/** Timers beyond this many milliseconds fire at once instead of late. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Everything that can end a request early (the caller, a timeout, the reader) as one signal. */
export interface Lifeline {
  readonly signal: AbortSignal;
  /**
   * Waits for `work`, and stops waiting when the signal aborts: `work` itself may not listen to it.
   * With a limit, `work` that takes longer aborts the signal with the limit's error.
   */
  wait<T>(work: Promise<T>, limit?: Limit): Promise<T>;
  /** Aborts what is still going on. */
  close(): void;
}

interface Limit {
  /** In milliseconds; 0 is no limit. */
  readonly ms: number;
  readonly createError: (ms: number) => AgentKitError;
}

/** Ties a request to the signal of its caller. */
export function createLifeline(caller: AbortSignal): Lifeline {
  const controller = new AbortController();
  const { signal } = controller;
  const follow = () => controller.abort(caller.reason);
  if (caller.aborted) follow();
  else caller.addEventListener("abort", follow);

  return {
    signal,
    wait(work, limit) {
      return new Promise((resolve, reject) => {
        const timer =
          limit && limit.ms > 0 && limit.ms <= LONGEST_TIMER_MS
            ? setTimeout(() => controller.abort(limit.createError(limit.ms)), limit.ms)
            : undefined;
        const settle = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", onAbort);
        };
        const onAbort = () => {
          settle();
          reject(signal.reason);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort);
        work.then(resolve, reject).finally(settle);
      });
    },
    close() {
      caller.removeEventListener("abort", follow);
      controller.abort();
    },
  };
}

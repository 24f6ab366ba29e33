import { timeoutError } from "./transportErrors.ts";

/** Longest delay of a timer; browsers fire longer ones at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Combination of the signal of a caller with timeouts. */
export interface AbortTimeout {
  /** Aborts with the caller's signal, or when a timeout expires. */
  readonly signal: AbortSignal;
  /**
   * Waits for `work`, and stops waiting when the signal aborts, because `work` itself may ignore
   * it. Aborts the signal after `limitMs` milliseconds; 0 means no limit.
   */
  waitFor<T>(work: Promise<T>, limitMs?: number): Promise<T>;
  /** Removes the listener on the caller's signal. */
  removeListener(): void;
}

/** Creates the timeouts of a request to `url`. Only one thing is awaited at a time. */
export function createAbortTimeout(url: string, caller: AbortSignal): AbortTimeout {
  const controller = new AbortController();
  const { signal } = controller;
  // A single listener serves all waits: there is one wait per chunk.
  let stopWaiting = () => {};
  signal.addEventListener("abort", () => stopWaiting());
  const abortWithCaller = () => controller.abort(caller.reason);
  if (caller.aborted) abortWithCaller();
  else caller.addEventListener("abort", abortWithCaller);

  // A single timer serves all waits and checks the current limit when it fires: setting a timer per
  // chunk costs more than reading the chunk.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firesAt = Infinity;
  /** The limit of the current wait. */
  let limit = { ms: 0, at: Infinity };
  const handleTimer = () => {
    firesAt = Infinity;
    if (performance.now() < limit.at) scheduleTimer();
    else controller.abort(timeoutError(url, limit.ms));
  };
  const scheduleTimer = () => {
    if (firesAt <= limit.at) return;
    clearTimeout(timer);
    firesAt = limit.at;
    timer = setTimeout(handleTimer, limit.at - performance.now());
  };

  return {
    signal,
    waitFor: (work, limitMs = 0) =>
      new Promise((resolve, reject) => {
        const isLimited = limitMs > 0 && limitMs <= MAX_TIMER_MS;
        limit = { ms: limitMs, at: isLimited ? performance.now() + limitMs : Infinity };
        scheduleTimer();
        const end = <T>(settle: (value: T) => void, value: T) => {
          limit = { ms: 0, at: Infinity };
          settle(value);
        };
        stopWaiting = () => end<unknown>(reject, signal.reason);
        if (signal.aborted) stopWaiting();
        work.then(
          (value) => end(resolve, value),
          (error: unknown) => end(reject, error),
        );
      }),
    removeListener() {
      caller.removeEventListener("abort", abortWithCaller);
      clearTimeout(timer);
    },
  };
}

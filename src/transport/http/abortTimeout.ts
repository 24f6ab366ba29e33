import { timeoutError } from "./transportErrors.ts";

/** Timers beyond this many milliseconds fire at once instead of late. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What can end a request early, the caller or a timeout, as one signal. */
export interface AbortTimeout {
  readonly signal: AbortSignal;
  /**
   * Waits for `work`, and stops waiting when the signal aborts: `work` itself may not listen to it.
   * Work that takes longer than its limit, in milliseconds and with 0 for none, aborts the signal.
   */
  waitFor<T>(work: Promise<T>, limitMs?: number): Promise<T>;
  /** Stops listening to the caller. */
  detach(): void;
}

/** Ties a request to `url` to the signal of its caller. It is waited for one thing at a time. */
export function createAbortTimeout(url: string, caller: AbortSignal): AbortTimeout {
  const controller = new AbortController();
  const { signal } = controller;
  // One listener for all waits: there is a wait for every chunk.
  let stopWaiting = () => {};
  signal.addEventListener("abort", () => stopWaiting());
  const abortWithCaller = () => controller.abort(caller.reason);
  if (caller.aborted) abortWithCaller();
  else caller.addEventListener("abort", abortWithCaller);

  // One timer as well, which looks whether it has come too early: to set one for each chunk costs more than to read it.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firesAt = Infinity;
  /** The limit of what is waited for. */
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
        stopWaiting = () => end(reject, signal.reason as unknown);
        if (signal.aborted) stopWaiting();
        work.then(
          (value) => end(resolve, value),
          (error: unknown) => end(reject, error),
        );
      }),
    detach() {
      caller.removeEventListener("abort", abortWithCaller);
      clearTimeout(timer);
    },
  };
}

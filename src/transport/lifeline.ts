import { tooSlow } from "./failures.ts";

/** Timers beyond this many milliseconds fire at once instead of late. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What can end a request early, the caller or a timeout, as one signal. */
export interface Lifeline {
  readonly signal: AbortSignal;
  /**
   * Waits for `work`, and stops waiting when the signal aborts: `work` itself may not listen to it.
   * Work that takes longer than its limit, in milliseconds and with 0 for none, aborts the signal.
   */
  wait<T>(work: Promise<T>, limitMs?: number): Promise<T>;
  /** Stops listening to the caller. */
  detach(): void;
}

/** Ties a request to `url` to the signal of its caller. It is waited for one thing at a time. */
export function createLifeline(url: string, caller: AbortSignal): Lifeline {
  const controller = new AbortController();
  const { signal } = controller;
  // One listener for all waits: there is a wait for every chunk.
  let stopWaiting = () => {};
  signal.addEventListener("abort", () => stopWaiting());
  const follow = () => controller.abort(caller.reason);
  if (caller.aborted) follow();
  else caller.addEventListener("abort", follow);

  return {
    signal,
    wait: (work, limitMs = 0) =>
      new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let isOver = false;
        const end = <T>(settle: (value: T) => void, value: T) => {
          isOver = true;
          clearTimeout(timer);
          settle(value);
        };
        stopWaiting = () => end(reject, signal.reason as unknown);
        if (signal.aborted) stopWaiting();
        work.then(
          (value) => end(resolve, value),
          (error: unknown) => end(reject, error),
        );
        if (!(limitMs > 0 && limitMs <= LONGEST_TIMER_MS)) return;
        // What is there already, as the next piece of a body often is, is handed over before this runs.
        queueMicrotask(() => {
          if (!isOver) timer = setTimeout(() => controller.abort(tooSlow(url, limitMs)), limitMs);
        });
      }),
    detach: () => caller.removeEventListener("abort", follow),
  };
}

import { unref } from "../thread/runtime.ts";

/**
 * How long a page that runs the agent may be silent before it is asked, and how long it may take to answer then,
 * in milliseconds: one that has much to do takes its time.
 */
export const SILENCE_MS = 3_000;
/** How long what a page has said last may be on its way, in milliseconds. */
const LAST_WORDS_MS = 300;

/** Waits for the silence of the page that runs the agent. */
export interface LeaderHeartbeat {
  /** It has said something, or that it goes. */
  note(isGone: boolean): void;
  /** Settles when it has said nothing for long, or is gone; or when the signal aborts. */
  begins(signal: AbortSignal): Promise<void>;
  /** Settles when nothing can be on its way any more, or when the signal aborts. */
  lastWords(signal: AbortSignal): Promise<void>;
}

export function createSilence(): LeaderHeartbeat {
  let heardAt = performance.now();
  let isGone = false;
  let wake = () => {};

  function sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      unref(timer);
      signal.addEventListener("abort", done);
      wake = done;
      if (signal.aborted) done();
    });
  }

  return {
    note(gone) {
      heardAt = performance.now();
      isGone = gone;
      if (gone) wake();
    },
    async begins(signal) {
      // Whoever has been asked in vain is asked again after the same time.
      if (!isGone) heardAt = performance.now();
      while (!isGone && !signal.aborted) {
        const left = heardAt + SILENCE_MS - performance.now();
        if (left <= 0) break;
        await sleep(left, signal);
      }
      isGone = false;
    },
    lastWords: (signal) => sleep(LAST_WORDS_MS, signal),
  };
}

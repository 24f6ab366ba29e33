/** Delays and attempts of a reconnection. */
export interface Backoff {
  /** Delay before the second attempt, in milliseconds; each further delay is twice as long. */
  readonly firstMs: number;
  /** Longest delay, in milliseconds. */
  readonly longestMs: number;
  /**
   * Number of failed attempts in a row after which only `retry()` reconnects. Attempts without a network
   * (`navigator.onLine`) do not count. The count starts again when the network returns, or when the user
   * returns to the tab.
   */
  readonly attempts: number;
}

export const DEFAULT_BACKOFF: Backoff = { firstMs: 500, longestMs: 15_000, attempts: 8 };

/**
 * Returns the delay before an attempt, counted from 0: a random value from half to all of the exponential
 * delay.
 */
export function backoffDelay(
  attempt: number,
  { firstMs, longestMs }: Backoff,
  random: number,
): number {
  const delay = Math.min(longestMs, firstMs * 2 ** attempt);
  // Spreads the requests of clients that lost the same server.
  return delay * (0.5 + random / 2);
}

type PageLike = Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">> & {
  readonly document?: Pick<
    Document,
    "addEventListener" | "removeEventListener" | "visibilityState"
  >;
};

/** Delays of {@link sleepUntilOnline}. */
interface SleepOptions {
  readonly ms: number;
  /** Shortest delay, also when the network returns earlier. */
  readonly minMs: number;
}

/**
 * Sleeps for a time, or until the network returns or the user returns to the tab.
 *
 * @returns True when one of these events has ended the sleep.
 * @throws the reason of the signal when it aborts
 */
export function sleepUntilOnline(
  { ms, minMs }: SleepOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const host: PageLike = globalThis;
  return new Promise((resolve, reject) => {
    let isEarly = true;
    let isWoken = false;
    const end = () => {
      clearTimeout(timer);
      clearTimeout(minTimer);
      host.removeEventListener?.("online", wake);
      host.document?.removeEventListener("visibilitychange", handleVisibility);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve(isWoken);
    };
    const wake = () => {
      isWoken = true;
      if (!isEarly) end();
    };
    const handleVisibility = () => {
      if (host.document?.visibilityState === "visible") wake();
    };
    const timer = setTimeout(end, ms);
    const minTimer = setTimeout(() => {
      isEarly = false;
      if (isWoken) end();
    }, minMs);
    host.addEventListener?.("online", wake);
    host.document?.addEventListener("visibilitychange", handleVisibility);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

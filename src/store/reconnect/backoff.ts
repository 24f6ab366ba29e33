/** How to wait between attempts to reach a server again. */
export interface Backoff {
  /** Before the first attempt, in milliseconds; each further wait is twice as long. */
  readonly firstMs: number;
  readonly longestMs: number;
  /**
   * After this many attempts in a row that brought nothing, it is given up: from then on only `retry()` goes on.
   * Attempts without a network (`navigator.onLine`) do not count, and once there is one again, or the page is
   * looked at again, counting begins anew.
   */
  readonly attempts: number;
}

export const DEFAULT_BACKOFF: Backoff = { firstMs: 500, longestMs: 15_000, attempts: 8 };

/** How long to wait before an attempt, counted from 0: between half and all of what doubles each time. */
export function backoffDelay(
  attempt: number,
  { firstMs, longestMs }: Backoff,
  random: number,
): number {
  const whole = Math.min(longestMs, firstMs * 2 ** attempt);
  // Or all pages that lost the same server would come back at the same moment.
  return whole * (0.5 + random / 2);
}

type Page = Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">> & {
  readonly navigator?: { readonly onLine?: boolean };
  readonly document?: Pick<
    Document,
    "addEventListener" | "removeEventListener" | "visibilityState"
  >;
};

/** Whether the page is known to be without a network. */
export function isNavigatorOffline(): boolean {
  const { navigator }: Page = globalThis;
  return navigator?.onLine === false;
}

/** How long to wait, in milliseconds. */
export interface SleepOptions {
  readonly ms: number;
  /** At least that, whatever happens. */
  readonly minMs: number;
}

/**
 * Waits that long, and less when there is a network again, or somebody looks at the page again.
 *
 * @returns Whether it was one of these that has ended it.
 * @throws the signal's reason when it aborts
 */
export function sleepUntilOnline(
  { ms, minMs }: SleepOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const page: Page = globalThis;
  return new Promise((resolve, reject) => {
    let isEarly = true;
    let isWoken = false;
    const done = () => {
      clearTimeout(timer);
      clearTimeout(least);
      page.removeEventListener?.("online", wake);
      page.document?.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", done);
      if (signal.aborted) reject(signal.reason);
      else resolve(isWoken);
    };
    const wake = () => {
      isWoken = true;
      if (!isEarly) done();
    };
    const look = () => {
      if (page.document?.visibilityState === "visible") wake();
    };
    const timer = setTimeout(done, ms);
    const least = setTimeout(() => {
      isEarly = false;
      if (isWoken) done();
    }, minMs);
    page.addEventListener?.("online", wake);
    page.document?.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

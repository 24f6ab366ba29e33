/** How to wait between attempts to reach a server again. */
export interface Backoff {
  /** Before the first attempt, in milliseconds; each further wait is twice as long. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** After this many attempts in a row that brought nothing, it is given up. */
  readonly attempts: number;
}

export const BACKOFF: Backoff = { firstMs: 500, longestMs: 15_000, attempts: 8 };

/** How long to wait before an attempt, counted from 0: between half and all of what doubles each time. */
export function waitFor(attempt: number, { firstMs, longestMs }: Backoff, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** attempt);
  // Or all pages that lost the same server would come back at the same moment.
  return whole * (0.5 + random / 2);
}

type Page = Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">> & {
  readonly document?: Pick<
    Document,
    "addEventListener" | "removeEventListener" | "visibilityState"
  >;
};

/**
 * Waits that long, and less when there is a network again, or somebody looks at the page again.
 *
 * @throws the signal's reason when it aborts
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const page: Page = globalThis;
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      page.removeEventListener?.("online", done);
      page.document?.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const look = () => {
      if (page.document?.visibilityState === "visible") done();
    };
    const timer = setTimeout(done, ms);
    page.addEventListener?.("online", done);
    page.document?.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

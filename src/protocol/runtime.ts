/**
 * Reports an error that a listener or subscriber threw as an uncaught error, without disturbing the
 * caller.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else console.error(error);
}

/** @internal True when the browser reports that there is no network. Node has no such report. */
export function isOffline(): boolean {
  const { navigator }: { readonly navigator?: { readonly onLine?: boolean } } = globalThis;
  return navigator?.onLine === false;
}

/** Lets Node exit although a timer or channel is open. Does nothing in a browser. */
export function unref(handle: unknown): void {
  // Timers and channels have the method in Node only, where a timer is an object.
  (handle as { unref?: () => void }).unref?.();
}

/** Longest wait for an idle browser, in milliseconds: a tab in which a reply streams is never idle. */
const IDLE_TIMEOUT_MS = 2000;

/** Delay in browsers without `requestIdleCallback` (Safari), in milliseconds. */
const FALLBACK_DELAY_MS = 200;

/**
 * Calls `prefetch` once the browser is idle, and returns a function that cancels this. Loads lazy features as soon as
 * a user can reach them, so that no user action waits for code. Does nothing on a server, whose code is local.
 *
 * @example
 * ```tsx
 * useEffect(() => prefetchWhenIdle(Menu.preload), []);
 * ```
 */
export function prefetchWhenIdle(prefetch: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(prefetch, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(prefetch, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * Creates a function that loads a lazy feature once the browser is idle. All calls share one load. A failed load is
 * ignored, because the user of the feature reports it, and the next call tries again.
 *
 * @example
 * ```ts
 * const prefetchValidator = createPrefetch(loadValidator);
 * ```
 */
export function createPrefetch(load: () => Promise<unknown>): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    prefetchWhenIdle(() => {
      load().catch(() => {
        isScheduled = false;
      });
    });
  };
}

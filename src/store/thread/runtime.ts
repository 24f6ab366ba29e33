/**
 * Reports what foreign code threw — a listener, a subscriber — the way an event listener's errors
 * are reported: loudly, and without harm to what called it.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else console.error(error);
}

/** Lets Node end while a timer runs or a channel is open; a browser has nothing to let go of. */
export function unref(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}

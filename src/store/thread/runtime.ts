/**
 * Reports an error that a listener or subscriber threw as an uncaught error, without disturbing the
 * caller.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  else console.error(error);
}

/** Lets Node exit although a timer or channel is open. Does nothing in a browser. */
export function unref(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}

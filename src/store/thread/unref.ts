/** Lets Node end while a timer runs or a channel is open; a browser has nothing to let go of. */
export function unref(handle: unknown): void {
  (handle as { unref?: () => void }).unref?.();
}

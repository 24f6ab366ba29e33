/** Returns the name that tabs share for a stored thread: its channel, and the lock of the tab that runs its agent. */
export function threadLockName(storageId: string, threadId: string): string {
  return `agui-kit:${storageId}:${threadId}`;
}

/** Returns the Web Locks of the browser; `undefined` in insecure contexts, such as a site over plain HTTP. */
export const getLockManager = (): LockManager | undefined =>
  (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;

/**
 * Acquires a lock. Where the browser has or grants no locks, the tab runs alone and succeeds at once.
 *
 * @param signal - Cancels the wait. Without a signal, the lock is acquired at once or not at all.
 * @returns The function that releases the lock; `undefined` when another tab holds it.
 */
export function acquireLock(name: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
  const manager = getLockManager();
  if (!manager) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    manager
      .request(name, signal ? { signal } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      // A sandboxed frame with an opaque origin has a lock manager that rejects every request.
      .catch(() => resolve(signal?.aborted ? undefined : () => {}));
  });
}

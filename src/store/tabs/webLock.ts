/** What pages call a thread of a storage among themselves: its channel, and the lock of whoever runs it. */
export function threadLockName(storageId: string, threadId: string): string {
  return `agui-kit:${storageId}:${threadId}`;
}

/** The locks of the platform: a page over plain HTTP has none. */
export const getLockManager = (): LockManager | undefined =>
  (globalThis as { navigator?: { getLockManager?: LockManager } }).navigator?.getLockManager;

/**
 * Takes the lock of that name, where the platform gives any; `undefined` when another page has it.
 *
 * @param signal - Ends the waiting for it; without, it is had at once or not at all.
 * @returns What lets go of it.
 */
export function acquireLock(name: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
  const manager = getLockManager();
  if (!manager) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    manager
      .request(name, signal ? { signal } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((leave) => resolve(leave));
      })
      // An embedded page without an origin has locks and may take none: there is none to keep.
      .catch(() => resolve(signal?.aborted ? undefined : () => {}));
  });
}

/** Waits that end when a signal aborts. */
export interface Abortable {
  /** Signal that rejects a pending wait. */
  readonly signal: AbortSignal;
  /** Settles as the work does, or rejects with the signal's reason. One wait at a time. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** Removes the listener from the signal. */
  removeListener(): void;
}

/**
 * Creates waits for a signal with one listener for all of them: a race per step would add a
 * listener each time.
 */
export function createAbortable(signal: AbortSignal): Abortable {
  let rejectPending: (reason: unknown) => void = () => {};
  const handleAbort = () => rejectPending(signal.reason);
  signal.addEventListener("abort", handleAbort);
  return {
    signal,
    waitFor: (work) =>
      new Promise((resolve, reject) => {
        rejectPending = reject;
        if (signal.aborted) handleAbort();
        work.then(resolve, reject);
      }),
    removeListener: () => signal.removeEventListener("abort", handleAbort),
  };
}

/** Settles as the work does, or resolves with `undefined` after a number of milliseconds. */
export function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined);
    const settle =
      <V>(callback: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        callback(value);
      };
    work.then(settle(resolve), settle(reject));
  });
}

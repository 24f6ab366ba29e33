/** Waiting that ends when a signal aborts, whatever is waited for. */
export interface Abortable {
  readonly signal: AbortSignal;
  /** Settles as the work does, or rejects with the signal's reason. One wait at a time. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Lets go of the signal. */
  release(): void;
}

/** Ties waiting to a signal, with one listener for all of it: racing every step would pile them up. */
export function createAbortable(signal: AbortSignal): Abortable {
  let abandon: (reason: unknown) => void = () => {};
  const handleAbort = () => abandon(signal.reason);
  signal.addEventListener("abort", handleAbort);
  return {
    signal,
    wait: (work) =>
      new Promise((resolve, reject) => {
        abandon = reject;
        if (signal.aborted) handleAbort();
        work.then(resolve, reject);
      }),
    release: () => signal.removeEventListener("abort", handleAbort),
  };
}

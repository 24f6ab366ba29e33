/** Queue from a pushing source to one pulling reader. */
interface AsyncQueue<T> {
  push(item: T): void;
  /** Ends the queue. With an error, the reader fails after the last item. */
  end(failure?: { readonly error: unknown }): void;
  /**
   * Resolves with all items pushed since the last call as soon as there are any; `undefined` at the
   * end.
   */
  readItems(): Promise<readonly T[] | undefined>;
}

/**
 * Creates a queue. Items that are pushed synchronously are read together. A pushing source has no
 * back pressure.
 */
export function createAsyncQueue<T>(): AsyncQueue<T> {
  let pending: T[] = [];
  let completion: { failure?: { readonly error: unknown } | undefined } | undefined;
  let wake = () => {};

  return {
    push(item) {
      pending.push(item);
      // A reader waits for the first item only.
      if (pending.length === 1) wake();
    },
    end(failure) {
      completion ??= { failure };
      wake();
    },
    async readItems() {
      if (pending.length === 0 && !completion) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (pending.length > 0) {
        const items = pending;
        pending = [];
        return items;
      }
      if (completion?.failure) throw completion.failure.error;
      return undefined;
    },
  };
}

/** Hands what is pushed at any time to one reader that pulls. */
export interface AsyncQueue<T> {
  push(event: T): void;
  /** No more events. With an error the reader fails when it has had them all. */
  end(failure?: { readonly error: unknown }): void;
  /** Everything that was pushed since the last call, in order, as soon as there is something. */
  read(): Promise<readonly T[] | undefined>;
}

/**
 * Makes a queue. What is pushed synchronously, one after the other, is read together. It holds
 * what the reader has not asked for and nothing else; a pushing source knows no back pressure.
 */
export function createAsyncQueue<T>(): AsyncQueue<T> {
  let pending: T[] = [];
  let completion: { failure?: { readonly error: unknown } | undefined } | undefined;
  let wake = () => {};

  return {
    push(event) {
      pending.push(event);
      // Whoever waits does so for the first of them.
      if (pending.length === 1) wake();
    },
    end(failure) {
      completion ??= { failure };
      wake();
    },
    async read() {
      if (pending.length === 0 && !completion) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (pending.length > 0) {
        const events = pending;
        pending = [];
        return events;
      }
      if (completion?.failure) throw completion.failure.error;
      return undefined;
    },
  };
}

/** Hands what is pushed at any time to one reader that pulls. */
export interface EventQueue<T> {
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
export function createAsyncQueue<T>(): EventQueue<T> {
  let held: T[] = [];
  let ending: { failure?: { readonly error: unknown } | undefined } | undefined;
  let wake = () => {};

  return {
    push(event) {
      held.push(event);
      // Whoever waits does so for the first of them.
      if (held.length === 1) wake();
    },
    end(failure) {
      ending ??= { failure };
      wake();
    },
    async read() {
      if (held.length === 0 && !ending) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (held.length > 0) {
        const events = held;
        held = [];
        return events;
      }
      if (ending?.failure) throw ending.failure.error;
      return undefined;
    },
  };
}

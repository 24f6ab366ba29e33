import type { StoreApi } from "zustand/vanilla";
import { reportUncaught } from "./reportError.ts";
import type { ReadonlyStore } from "./threadOptions.ts";

/** Counts who looks at a thread. */
export interface Watching {
  readonly count: number;
  /** Counts somebody until they stop; returns what stops them. */
  watch(stop: () => void): () => void;
  /** A store for reading, whose listeners are counted. One that throws keeps it from nobody. */
  reading<T>(store: StoreApi<T>): ReadonlyStore<T>;
}

/** Makes the count of a thread. */
export function countSubscribers(): Watching {
  const watchers = new Set<() => void>();
  const watch = (stop: () => void) => {
    watchers.add(stop);
    return () => {
      watchers.delete(stop);
      stop();
    };
  };
  return {
    get count() {
      return watchers.size;
    },
    watch,
    reading: ({ getState, getInitialState, subscribe }) => ({
      getState,
      getInitialState,
      subscribe: (listener) =>
        watch(
          subscribe((state, previous) => {
            try {
              listener(state, previous);
            } catch (error) {
              reportUncaught(error);
            }
          }),
        ),
    }),
  };
}

import type { StoreApi } from "zustand/vanilla";
import { reportUncaught } from "./reportError.ts";
import type { ReadonlyStore } from "./threadOptions.ts";

/** Counts who looks at a thread. */
export interface SubscriberCounter {
  readonly count: number;
  /** Counts somebody until they stop; returns what stops them. */
  addSubscriber(stop: () => void): () => void;
  /** A store for reading, whose listeners are counted. One that throws keeps it from nobody. */
  countedStore<T>(store: StoreApi<T>): ReadonlyStore<T>;
}

/** Makes the count of a thread. */
export function createSubscriberCounter(): SubscriberCounter {
  const watchers = new Set<() => void>();
  const addSubscriber = (stop: () => void) => {
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
    addSubscriber,
    countedStore: ({ getState, getInitialState, subscribe }) => ({
      getState,
      getInitialState,
      subscribe: (listener) =>
        addSubscriber(
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

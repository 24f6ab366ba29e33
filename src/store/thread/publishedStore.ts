import { createStore, type StoreApi } from "zustand/vanilla";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createPredictor } from "../sharedState/predictions.ts";
import { createFrameScheduler, type FrameScheduler } from "./frameScheduler.ts";
import { reportUncaught } from "./runtime.ts";
import type { ReadonlyStore } from "./threadOptions.ts";

/** The published side of a thread: its snapshots with predictions on top. */
export interface PublishedStore {
  readonly getSnapshot: () => Snapshot;
  readonly store: StoreApi<Snapshot>;
  readonly publisher: FrameScheduler;
}

/**
 * Creates the store that a thread publishes to.
 *
 * @param current - Returns the snapshot with everything received, without predictions.
 */
export function createPublishedStore(current: () => Snapshot): PublishedStore {
  const predict = createPredictor();
  const getSnapshot = () => predict(current());
  const store = createStore(current);
  const publisher = createFrameScheduler(getSnapshot, (next) => {
    if (next !== store.getState()) store.setState(next, true);
  });
  return { getSnapshot, store, publisher };
}

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

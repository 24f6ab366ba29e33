import { createStore, type StoreApi } from "zustand/vanilla";
import { reportUncaught } from "../../protocol/runtime.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createPredictor } from "../sharedState/predictor.ts";
import { createPublishScheduler, type PublishScheduler } from "./publishScheduler.ts";
import type { ReadonlyStore } from "./threadOptions.ts";

/** The published side of a thread: its snapshots with predictions on top. */
interface PublishedStore {
  /** Returns the latest snapshot with predictions, published or not. */
  readonly getPredicted: () => Snapshot;
  /** The zustand store with the published snapshot. */
  readonly store: StoreApi<Snapshot>;
  /** Publishes at once or with the next frame. */
  readonly publisher: PublishScheduler;
}

/**
 * Creates the store that a thread publishes to.
 *
 * @param current - Returns the snapshot with everything received, without predictions.
 */
export function createPublishedStore(current: () => Snapshot): PublishedStore {
  const predict = createPredictor();
  const getPredicted = () => predict(current());
  const store = createStore(current);
  const publisher = createPublishScheduler(getPredicted, (next) => {
    if (next !== store.getState()) store.setState(next, true);
  });
  return { getPredicted, store, publisher };
}

interface SubscriberCounter {
  readonly count: number;
  /** Counts a subscriber until the returned function is called, which also calls `stop`. */
  addSubscriber(stop: () => void): () => void;
  /**
   * Returns a read-only store whose subscribers are counted. An error of one subscriber does not
   * reach the others.
   */
  countedStore<T>(store: StoreApi<T>): ReadonlyStore<T>;
}

/** Creates the counter of a thread. */
export function createSubscriberCounter(): SubscriberCounter {
  const subscribers = new Set<() => void>();
  const addSubscriber = (stop: () => void) => {
    subscribers.add(stop);
    return () => {
      subscribers.delete(stop);
      stop();
    };
  };
  return {
    get count() {
      return subscribers.size;
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

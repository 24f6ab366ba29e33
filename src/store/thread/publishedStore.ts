import { createStore, type StoreApi } from "zustand/vanilla";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createPredictor } from "../sharedState/predictions.ts";
import { createFrameScheduler, type FrameScheduler } from "./frameScheduler.ts";

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

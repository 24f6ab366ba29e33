import { createStore, type StoreApi } from "zustand/vanilla";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createFrameScheduler, type Publisher } from "./frameScheduler.ts";
import { lateParts } from "./loadLate.ts";

/** What is seen of a thread: its snapshot, with what is predicted on top of it. */
export interface Showing<TState> {
  readonly getSnapshot: () => Snapshot<TState>;
  readonly store: StoreApi<Snapshot<TState>>;
  readonly publisher: Publisher;
}

/** @param current - Returns the snapshot with all that has arrived. */
export function createPublishedStore<TState>(current: () => Snapshot<TState>): Showing<TState> {
  let predict: ((snapshot: Snapshot<TState>) => Snapshot<TState>) | undefined;
  const getSnapshot = () => {
    const snapshot = current();
    // Only a late event makes a prediction, so what shows it has been loaded by then.
    if (snapshot.tracking.predictingIds.length === 0) return snapshot;
    predict ??= lateParts()?.createPredictor<TState>(() => publisher.schedule());
    return predict?.(snapshot) ?? snapshot;
  };
  const store = createStore(current);
  const publisher = createFrameScheduler(getSnapshot, (next) => {
    if (next !== store.getState()) store.setState(next, true);
  });
  return { getSnapshot, store, publisher };
}

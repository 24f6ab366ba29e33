import type { ThreadListState, ThreadListStore } from "./threadListTypes.ts";

/** State of a thread list, with its subscribers. */
interface ThreadListStateStore
  extends Pick<ThreadListStore, "initialState" | "getState" | "subscribe"> {
  /** Changes the state, and notifies subscribers when it differs. */
  setState(change: Partial<ThreadListState>): void;
}

interface Lifecycle {
  /** Called with the first subscriber. */
  readonly start: () => void;
  /** Called after the last subscriber. */
  readonly stop: () => void;
}

/** @param isLoading - True when there is a storage to read. */
export function createThreadListState(
  isLoading: boolean,
  { start, stop }: Lifecycle,
): ThreadListStateStore {
  const initialState: ThreadListState = { threads: [], isLoading, error: undefined };
  const listeners = new Set<() => void>();
  let state = initialState;
  return {
    initialState,
    getState: () => state,
    setState(change) {
      const next = { ...state, ...change };
      const isSame =
        next.threads === state.threads &&
        next.isLoading === state.isLoading &&
        next.error === state.error;
      if (isSame) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // Subscribing the same function twice makes two subscriptions.
      const notify = () => listener();
      listeners.add(notify);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(notify) && listeners.size === 0) stop();
      };
    },
  };
}

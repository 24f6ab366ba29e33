import type { ThreadListState, ThreadListStore } from "./types.ts";

/** What a directory knows, and tells of. */
export interface ThreadListStateStore
  extends Pick<ThreadListStore, "initialState" | "getState" | "subscribe"> {
  /** Takes what has changed; nothing is told of what is as it was. */
  setState(change: Partial<ThreadListState>): void;
}

interface Watch {
  /** Called when somebody subscribes and nobody has. */
  readonly start: () => void;
  /** Called when nobody does any more. */
  readonly stop: () => void;
}

/** @param isLoading - Whether there is a storage to be read. */
export function createThreadListState(
  isLoading: boolean,
  { start, stop }: Watch,
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
      // Each has its own place, also when it is the same function.
      const own = () => listener();
      listeners.add(own);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop();
      };
    },
  };
}

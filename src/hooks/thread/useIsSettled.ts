import { useSyncExternalStore } from "react";
import { useNearestThread } from "../providers/useNearestThread.ts";

/**
 * @internal Whether nothing goes on in the nearest thread, and nobody is waited for: what its agent
 * called under way is not, then. Outside of every thread nobody knows.
 */
export function useIsSettled(): boolean {
  const store = useNearestThread()?.store;
  const isOver = () => {
    const status = store?.getState().run.status;
    return status === "idle" || status === "error";
  };
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, isOver, isOver);
}

const subscribeToNothing = () => () => {};

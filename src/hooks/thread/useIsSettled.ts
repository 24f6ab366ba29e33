import { useSyncExternalStore } from "react";
import { useOptionalThread } from "../providers/useThread.ts";

/**
 * @internal Returns true when the nearest thread neither runs nor waits for an answer, so that steps and activities
 * that the agent left open are no longer in progress. False outside every thread.
 */
export function useIsSettled(): boolean {
  const store = useOptionalThread()?.store;
  const read = () => {
    const status = store?.getState().run.status;
    return status === "idle" || status === "error";
  };
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, read, read);
}

const subscribeToNothing = () => () => {};

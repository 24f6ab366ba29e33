import { useSyncExternalStore } from "react";

/** @internal True when the browser reports that it is offline. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** @internal Follows {@link isOffline} in a component. Server rendering assumes a network. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);

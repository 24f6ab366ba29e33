import { useSyncExternalStore } from "react";

/** @internal Whether the browser knows that it has no network. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** @internal The same for a component, kept up to date. On a server there is a network. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);

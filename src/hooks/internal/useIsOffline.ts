import { useSyncExternalStore } from "react";
import { isOffline } from "../../protocol/runtime.ts";

/**
 * @internal Follows whether the browser reports that there is no network, and renders again when that changes.
 *
 * @returns True without a network. Server rendering assumes a network.
 */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOffline, () => false);
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

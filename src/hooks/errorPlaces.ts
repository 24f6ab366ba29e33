import { createContext, useContext, useEffect, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { useThread } from "./useThread.ts";

type Store = ReturnType<typeof useThread>["store"];

/** The threads whose failures are shown in the page, once for each place. */
const shown = createStore<readonly Store[]>(() => []);

/** @internal Whether what is inside shows a failure for something that does so only where nothing else does. */
export const IsStandIn = createContext(false);

/** @internal Has it known that the failures of the thread are shown here, whenever there are any. */
export function useErrorPlace(): void {
  const { store } = useThread();
  const isStandIn = useContext(IsStandIn);
  useEffect(() => {
    if (isStandIn) return;
    shown.setState((all) => [...all, store], true);
    return () => shown.setState((all) => all.filter((_, n) => n !== all.indexOf(store)), true);
  }, [store, isStandIn]);
}

/** @internal Whether the failures of the thread are shown anywhere in the page; taken for granted on a server. */
export function useHasErrorPlace(): boolean {
  const { store } = useThread();
  return useSyncExternalStore(
    shown.subscribe,
    () => shown.getState().includes(store),
    () => true,
  );
}

import { createContext, useContext, useEffect, useState } from "react";
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

/**
 * @internal Whether the failures of the thread are shown anywhere in the page. Taken for granted until all that is
 * mounted at the same time has had itself known, or a failure that is there by then would be seen twice for a moment.
 */
export function useHasErrorPlace(): boolean {
  const { store } = useThread();
  const [has, setHas] = useState(true);
  useEffect(() => {
    const look = () => setHas(shown.getState().includes(store));
    look();
    return shown.subscribe(look);
  }, [store]);
  return has;
}

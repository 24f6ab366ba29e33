import { createContext, useContext, useEffect, useState } from "react";
import { createStore } from "zustand/vanilla";
import { useIsomorphicLayoutEffect } from "../internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../providers/useThread.ts";

type Store = ReturnType<typeof useThread>["store"];

/** The threads whose failures are shown in the page, once for each place. */
const shown = createStore<readonly Store[]>(() => []);

/**
 * @internal Whether a failure that is shown inside is not counted: by what shows it only where nothing else does, or
 * in what is closed.
 */
export const IgnoreErrorDisplay = createContext(false);

/** @internal Has it known that the failures of the thread are shown here, whenever there are any. */
export function useRegisterErrorDisplay(): void {
  const { store } = useThread();
  const isUncounted = useContext(IgnoreErrorDisplay);
  // What opens would else be painted once beside what has shown the failure until then.
  useIsomorphicLayoutEffect(() => {
    if (isUncounted) return;
    shown.setState((all) => [...all, store], true);
    return () => shown.setState((all) => all.filter((_, n) => n !== all.indexOf(store)), true);
  }, [store, isUncounted]);
}

/**
 * @internal Whether the failures of the thread are shown anywhere in the page, or in the same closed part of it. Taken
 * for granted until all that is mounted at the same time has had itself known, or a failure that is there by then would
 * be seen twice for a moment.
 */
export function useHasErrorPlace(): boolean {
  const { store } = useThread();
  const [has, setHas] = useState(true);
  useEffect(() => {
    const look = () => setHas(shown.getState().includes(store));
    look();
    return shown.subscribe(look);
  }, [store]);
  // What is closed has its own.
  return useContext(IgnoreErrorDisplay) || has;
}

import { createContext, useContext, useEffect, useState } from "react";
import { createStore } from "zustand/vanilla";
import type { Thread } from "../../store/thread/thread.ts";
import { useIsomorphicLayoutEffect } from "../internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../providers/useThread.ts";

type Store = Thread["store"];

/** Stores of the threads whose errors are displayed, one entry per mounted display. */
const displays = createStore<readonly Store[]>(() => []);

/**
 * @internal True where error displays do not register: in a fallback that shows errors only when no other display
 * does, and in a closed popup.
 */
export const IgnoreErrorDisplay = createContext(false);

/** @internal Registers a component that displays the thread's errors, for as long as it is mounted. */
export function useRegisterErrorDisplay(): void {
  const { store } = useThread();
  const isIgnored = useContext(IgnoreErrorDisplay);
  // A layout effect: otherwise an opening popup would paint one frame beside the fallback display.
  useIsomorphicLayoutEffect(() => {
    if (isIgnored) return;
    displays.setState((all) => [...all, store], true);
    return () =>
      displays.setState((all) => all.filter((_, index) => index !== all.indexOf(store)), true);
  }, [store, isIgnored]);
}

/**
 * @internal Returns true when a component displays the thread's errors, or inside {@link IgnoreErrorDisplay}.
 *
 * True during the first render. Components that mount at the same time register in effects, and an existing error
 * would otherwise appear twice for a frame.
 */
export function useHasErrorDisplay(): boolean {
  const { store } = useThread();
  const [hasDisplay, setHasDisplay] = useState(true);
  useEffect(() => {
    const update = () => setHasDisplay(displays.getState().includes(store));
    update();
    return displays.subscribe(update);
  }, [store]);
  return useContext(IgnoreErrorDisplay) || hasDisplay;
}

import { useEffect, useState, useSyncExternalStore } from "react";
import { prefetchWhenIdle } from "../ui/lazyPart.tsx";

/** Markdown features that few messages need: code buttons and highlighting, images, footnotes, formulas. */
type Extras = typeof import("./extras.ts");

let loaded: Extras | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/**
 * Returns the extras once they are loaded: with the first text that needs them, or when the browser is idle. Until
 * then, and when they cannot be loaded, text renders without them.
 *
 * A text that is mounted without the extras takes them only when it needs them, so that a prefetch never lexes and
 * renders a finished text again. `React.lazy` does not fit: a server would send an error for each suspended text.
 */
export function useExtras(isNeeded: boolean): Extras | undefined {
  const [wasLoaded] = useState(() => loaded !== undefined);
  useEffect(() => {
    if (!loaded && !isLoading) return prefetchWhenIdle(load);
  }, []);
  return useSyncExternalStore(
    isNeeded ? subscribe : subscribeToNothing,
    isNeeded || wasLoaded ? getLoaded : getNothing,
    getNothing,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load();
  return () => {
    listeners.delete(listener);
  };
}

function load(): void {
  if (loaded || isLoading) return;
  isLoading = true;
  import("./extras.ts").then(
    (extras) => {
      loaded = extras;
      for (const listener of [...listeners]) listener();
    },
    // The next text that needs the extras tries again.
    () => {
      isLoading = false;
    },
  );
}

const getLoaded = () => loaded;
const getNothing = () => undefined;
const subscribeToNothing = () => () => {};

import { useSyncExternalStore } from "react";

/** What is not needed for the first message: buttons and colours of code, footnotes, formulas. */
type Extras = typeof import("./lazyExtras.ts");

let loaded: Extras | undefined;
let isLoading = false;
const places = new Set<() => void>();

/**
 * What draws the rest of Markdown, loaded with the first text that has need of it; until then, and where
 * it cannot be loaded, the text is there without.
 *
 * Not by `lazy`: a server would send every place as one that it could not fill.
 */
export function useExtras(isNeeded = true): Extras | undefined {
  return useSyncExternalStore(isNeeded ? load : loadNothing, () => loaded, onServer);
}

function load(onLoad: () => void): () => void {
  places.add(onLoad);
  if (!loaded && !isLoading) {
    isLoading = true;
    import("./lazyExtras.ts").then(
      (extras) => {
        loaded = extras;
        for (const fill of [...places]) fill();
      },
      // The next one tries again.
      () => {
        isLoading = false;
      },
    );
  }
  return () => {
    places.delete(onLoad);
  };
}

const loadNothing = () => () => {};
const onServer = () => undefined;

import { useEffect, useState, useSyncExternalStore } from "react";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";

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

/** Matches syntax that needs the extras: images, footnotes and code blocks. */
const EXTRAS_SYNTAX = /!\[|\[\^|```|~~~|^(?: {4}|\t)/m;

/** Length of the longest match: a match may start that many characters before the new text. */
const OVERLAP = 4;

/** A scanned text, and whether it needs the extras. */
export interface ExtrasScan {
  text: string;
  needsExtras: boolean;
}

/** Scans a text for syntax that needs the extras. Scans only the new part of a text that has grown. */
export function detectExtras(before: ExtrasScan, text: string): ExtrasScan {
  if (before.needsExtras || text === before.text) return before;
  const isLonger = text.slice(0, before.text.length) === before.text;
  const from = isLonger ? Math.max(0, before.text.length - OVERLAP) : 0;
  // The dot prevents `^` from matching at the start of the slice, which is not the start of a line.
  return { text, needsExtras: EXTRAS_SYNTAX.test((from ? "." : "") + text.slice(from)) };
}

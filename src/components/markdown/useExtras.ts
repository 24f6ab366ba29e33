import { useEffect, useState, useSyncExternalStore } from "react";
import { createPrefetch } from "../../protocol/runtime.ts";
import { prefetchHighlighter } from "./code/highlighter.ts";
import type { MarkdownOptions } from "./markdownOptions.ts";

/** Markdown features that few messages need: code buttons and highlighting, images, footnotes, formulas. */
type Extras = typeof import("./extras.ts");

let loaded: Extras | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the extras once they are loaded: with the first text that needs them, or when the browser is idle. Until
 * then, and when they cannot be loaded, text renders without them.
 *
 * A text that is mounted without the extras takes them only when it needs them. A prefetch therefore never lexes and
 * renders a finished text again. `React.lazy` does not fit: a server would send an error for each suspended text.
 */
export function useExtras(isNeeded: boolean): Extras | undefined {
  const [wasLoaded] = useState(() => loaded !== undefined);
  useEffect(prefetchExtras, []);
  return useSyncExternalStore(
    isNeeded ? subscribe : subscribeToNothing,
    isNeeded || wasLoaded ? getLoaded : getNothing,
    getNothing,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load().catch(() => {});
  return () => {
    listeners.delete(listener);
  };
}

/** Loads the extras. After a failure, the next text that needs them tries again. */
function load(): Promise<void> {
  loading ??= import("./extras.ts").then(
    (extras) => {
      loaded = extras;
      for (const listener of [...listeners]) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

const prefetchExtras = createPrefetch(load);

/**
 * @internal Loads the extras, and the default highlighter unless another one is set, once the browser is idle. For a
 * page that may show Markdown later.
 */
export function prefetchMarkdown({ highlight }: MarkdownOptions): void {
  prefetchExtras();
  if (highlight === undefined) prefetchHighlighter();
}

const getLoaded = () => loaded;
const getNothing = () => undefined;
const subscribeToNothing = () => () => {};

/** Matches syntax that needs the extras: images, footnotes and code blocks. */
const EXTRAS_SYNTAX = /!\[|\[\^|```|~~~|^(?: {4}|\t)/m;

/** Length of the longest match of `EXTRAS_SYNTAX`, which may start as many characters before the new text. */
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

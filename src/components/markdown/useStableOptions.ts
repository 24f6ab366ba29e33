import { useCallback, useMemo, useRef } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import type { HighlightCode, MarkdownOptions } from "./markdownOptions.ts";

/** @internal Stabilizes options that are written inline, which would otherwise render every block again. */
export function useStableOptions({
  highlight,
  lineNumbers,
  codeBlocks,
  math,
}: MarkdownOptions): MarkdownOptions {
  const latest = useLatest(highlight);
  const callLatest = useCallback<HighlightCode>(
    (...args) => (latest.current ? latest.current(...args) : null),
    [latest],
  );
  const stableHighlight = highlight && callLatest;
  const stableBlocks = useShallowStable(codeBlocks);
  return useMemo(
    () => ({ highlight: stableHighlight, lineNumbers, codeBlocks: stableBlocks, math }),
    [stableHighlight, lineNumbers, stableBlocks, math],
  );
}

/** @internal Returns the same object as long as the values are shallowly equal, for options that are written inline. */
export function useShallowStable<T extends object | undefined>(value: T): T {
  const last = useRef(value);
  if (!isShallowEqual(last.current, value)) last.current = value;
  return last.current;
}

function isShallowEqual(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(b, key)))
  );
}

import { useCallback, useMemo } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useShallowStable } from "../ui/useShallowStable.ts";
import type { Highlight, MarkdownOptions } from "./markdownOptions.ts";

/** @internal Stabilizes options that are written inline, which would otherwise render every block again. */
export function useStableOptions({
  highlight,
  codeBlocks,
  math,
}: MarkdownOptions): MarkdownOptions {
  const latest = useLatest(highlight);
  const callLatest = useCallback<Highlight>(
    (...args) => (latest.current ? latest.current(...args) : null),
    [latest],
  );
  const stableHighlight = highlight && callLatest;
  const stableBlocks = useShallowStable(codeBlocks);
  return useMemo(
    () => ({ highlight: stableHighlight, codeBlocks: stableBlocks, math }),
    [stableHighlight, stableBlocks, math],
  );
}

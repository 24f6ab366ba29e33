import { useCallback, useMemo } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useSameWhileShallowEqual } from "../ui/useShallowStable.ts";
import type { Highlight, MarkdownOptions } from "./options.ts";

/** @internal Keeps options that are written inline from drawing every block again. */
export function useSteadyOptions({
  highlight,
  codeBlocks,
  math,
}: MarkdownOptions): MarkdownOptions {
  const latest = useLatest(highlight);
  const call = useCallback<Highlight>(
    (...args) => (latest.current ? latest.current(...args) : null),
    [latest],
  );
  const steady = highlight && call;
  const blocks = useSameWhileShallowEqual(codeBlocks);
  return useMemo(() => ({ highlight: steady, codeBlocks: blocks, math }), [steady, blocks, math]);
}

import { createContext, useContext } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

/** Records that an item is rendered; the returned function removes the record. */
type MarkRendered = (key: string) => () => void;

/**
 * @internal Set inside a custom sub-agent card, so that items that the custom card renders are not rendered beside it
 * again.
 */
export const RenderedItemsContext = createContext<MarkRendered | undefined>(undefined);

/** @internal */
export type RenderedItemKind = "subagent" | "interrupt" | "call";

/** @internal Records that the calling component renders a sub-agent, an interrupt or a tool call. */
export function useMarkRendered(kind: RenderedItemKind, id: string): void {
  const markRendered = useContext(RenderedItemsContext);
  useIsomorphicLayoutEffect(
    () => markRendered?.(renderedItemKey(kind, id)),
    [markRendered, kind, id],
  );
}

/** @internal */
export function renderedItemKey(kind: RenderedItemKind, id: string): string {
  return `${kind} ${id}`;
}

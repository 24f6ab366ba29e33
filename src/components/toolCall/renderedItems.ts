import { createContext, useContext } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

/** Says that something is shown; what it returns takes that back. */
type Claim = (what: string) => () => void;

/**
 * @internal Inside of what replaces the card of a sub-agent: heard by what would else be shown beside
 * it.
 */
export const RenderedItemsContext = createContext<Claim | undefined>(undefined);

/** @internal What may be shown. */
export type Kind = "subagent" | "interrupt" | "call";

/** @internal Says that a sub-agent with all it asks, a question, or a call is shown here. */
export function useMarkRendered(kind: Kind, id: string): void {
  const claim = useContext(RenderedItemsContext);
  useIsomorphicLayoutEffect(() => claim?.(claimOf(kind, id)), [claim, kind, id]);
}

/** @internal */
export function claimOf(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}

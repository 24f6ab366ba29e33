import { createContext, useContext, useEffect, useLayoutEffect } from "react";

/** Says that something is shown; what it returns takes that back. */
type Claim = (what: string) => () => void;

/**
 * @internal Inside of what replaces the card of a sub-agent: heard by what would else be shown beside
 * it.
 */
export const ClaimContext = createContext<Claim | undefined>(undefined);

/** On a server it would only be complained about. */
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** @internal Says that a sub-agent with all it asks, or a question, is shown here. */
export function useShownHere(kind: "subagent" | "interrupt", id: string): void {
  const claim = useContext(ClaimContext);
  useBeforePaint(() => claim?.(claimOf(kind, id)), [claim, kind, id]);
}

/** @internal */
export function claimOf(kind: "subagent" | "interrupt", id: string): string {
  return `${kind} ${id}`;
}

import { findMessage } from "../reducer/lookup.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { ancestryOf, subagentIdOf } from "./subagentAncestry.ts";

/**
 * Returns the ids of calls, answered or not, that the user was asked to answer: calls of a sub-agent and of
 * the sub-agents in its card.
 *
 * @param isExcluded - True for a sub-agent that does not count, with the sub-agents in its card.
 */
export function humanCallsOf(
  snapshot: Snapshot,
  id: string,
  isExcluded: (id: string) => boolean,
): readonly string[] {
  return Object.entries(snapshot.toolCalls).flatMap(([call, { inputRequestedAt, messageId }]) => {
    let ancestor =
      inputRequestedAt === undefined ? undefined : subagentIdOf(findMessage(snapshot, messageId));
    while (ancestor !== undefined && !isExcluded(ancestor)) {
      if (ancestor === id) return call;
      ancestor = ancestryOf(snapshot).containerOf.get(ancestor);
    }
    return [];
  });
}

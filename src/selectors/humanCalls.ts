import { findMessage } from "../reducer/lookup.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { ancestryOf, ownerOf } from "./subagentAncestry.ts";

/**
 * Ids of the calls of a sub-agent, and of those in its card, that a person was asked to answer, answered
 * or not.
 *
 * @param isLeftOut - Of whom nothing counts, nor of those in their cards.
 */
export function humanCallsOf(
  snapshot: Snapshot,
  id: string,
  isLeftOut: (id: string) => boolean,
): readonly string[] {
  return Object.entries(snapshot.toolCalls).flatMap(([call, { inputRequestedAt, messageId }]) => {
    let up = inputRequestedAt === undefined ? undefined : ownerOf(findMessage(snapshot, messageId));
    while (up !== undefined && !isLeftOut(up)) {
      if (up === id) return call;
      up = ancestryOf(snapshot).holderOf.get(up);
    }
    return [];
  });
}

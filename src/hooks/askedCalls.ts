import { findMessage } from "../store/select.ts";
import type { Snapshot } from "./snapshotTypes.ts";
import { familyOf, ownerOf } from "./subagentFamily.ts";

/**
 * Ids of the calls of a sub-agent, and of those in its card, that a person was asked to answer, answered
 * or not.
 *
 * @param isLeftOut - Of whom nothing counts, nor of those in their cards.
 */
export function askedCallsWithin(
  snapshot: Snapshot,
  id: string,
  isLeftOut: (id: string) => boolean,
): readonly string[] {
  return Object.entries(snapshot.toolCalls).flatMap(([call, { askedAt, messageId }]) => {
    let up = askedAt === undefined ? undefined : ownerOf(findMessage(snapshot, messageId));
    while (up !== undefined && !isLeftOut(up)) {
      if (up === id) return call;
      up = familyOf(snapshot).holderOf.get(up);
    }
    return [];
  });
}

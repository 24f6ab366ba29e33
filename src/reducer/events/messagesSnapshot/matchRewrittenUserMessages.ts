import type { Message } from "../../../protocol/events.ts";
import type { MatchProgress } from "./matchProgress.ts";

/**
 * Matches user messages that the server states with other texts and ids. Between the same two matched messages, as many must
 * be left on both sides; they match in their order. Where the histories differ, only those that the same reply follows
 * match.
 *
 * | conversation | snapshot | result |
 * | --- | --- | --- |
 * | `u1 "Hi  "`, `a1` | `x1 "Hi"`, `a1` | `x1` states `u1` |
 * | `a1`, `u2`, `u3`, `a4` | `a1`, `x2`, `x3`, `a4` | `x2` states `u2`, and `x3` states `u3` |
 * | `a1`, `u2`, `u3`, `a4` | `a1`, `x2`, `a4` | none: one is missing |
 * | `u0`, `b1`, `u2`, `a4` | `c1`, `x2`, `a4` | `x2` states `u2`: `a4` follows both |
 */
export function matchRewrittenUserMessages({
  before,
  stated,
  existingByIndex,
  snapshotIndexes,
  recordMatch,
}: MatchProgress): void {
  const shownGroups = findUnmatchedUserMessages(before, (message) => snapshotIndexes.get(message));
  const statedGroups = findUnmatchedUserMessages(stated, (_, index) =>
    existingByIndex[index] ? index : undefined,
  );
  for (const [neighbours, userMessages] of statedGroups) {
    const shown = shownGroups.get(neighbours) ?? [];
    if (shown.length !== userMessages.length) continue;
    for (const [i, userMessage] of userMessages.entries()) {
      const index = stated.indexOf(userMessage);
      const message = shown[i];
      if (message && !existingByIndex[index]) recordMatch(index, message);
    }
  }
}

/**
 * Returns groups of unmatched user messages. The keys have the indexes of matched messages in the snapshot:
 *
 * | key | group |
 * | --- | --- |
 * | `1 4` | all between the matched messages 1 and 4 |
 * | `4` | those directly before the matched message 4: after any unmatched reply |
 * | `-1 0`, `4 end` | all before the first matched message, and all after the last |
 */
function findUnmatchedUserMessages(
  messages: readonly Message[],
  matchedIndexOf: (message: Message, index: number) => number | undefined,
): ReadonlyMap<string, readonly Message[]> {
  const groups = new Map<string, readonly Message[]>();
  let previous = -1;
  let unmatched: Message[] = [];
  /** Number of the unmatched user messages before the last unmatched reply. */
  let countBeforeReply = 0;
  const endGroup = (next: number | "end") => {
    groups.set(`${previous} ${next}`, unmatched);
    if (next !== "end") groups.set(`${next}`, unmatched.slice(countBeforeReply));
    unmatched = [];
    countBeforeReply = 0;
  };
  for (const [index, message] of messages.entries()) {
    const matched = matchedIndexOf(message, index);
    if (matched === undefined) {
      if (message.role === "user") unmatched.push(message);
      else if (message.role === "assistant") countBeforeReply = unmatched.length;
      continue;
    }
    endGroup(matched);
    previous = matched;
  }
  endGroup("end");
  return groups;
}

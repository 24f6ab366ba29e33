import type { Message } from "../../../protocol/events.ts";
import type { MatchProgress } from "./matchProgress.ts";

/**
 * Matches user messages that the server states with other texts and ids. Between the same two matched messages, as many must
 * be left on both sides; they match in their order. Where the histories differ, only those that the same reply follows
 * match.
 *
 * Example: `u1 "Hi  "`, `a1` → `x1 "Hi"`, `a1`.
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
 * Returns groups of unmatched user messages. Key `1 4`: those between the matched messages with the indexes 1 and 4 in the
 * snapshot. Key `4`: the last of these, after any other reply.
 */
function findUnmatchedUserMessages(
  messages: readonly Message[],
  matchedIndexOf: (message: Message, index: number) => number | undefined,
): ReadonlyMap<string, readonly Message[]> {
  const groups = new Map<string, readonly Message[]>();
  let previous = -1;
  let unmatched: Message[] = [];
  let repliedAt = 0;
  const close = (next: number | "end") => {
    groups.set(`${previous} ${next}`, unmatched);
    if (next !== "end") groups.set(`${next}`, unmatched.slice(repliedAt));
    unmatched = [];
    repliedAt = 0;
  };
  for (const [index, message] of messages.entries()) {
    const matched = matchedIndexOf(message, index);
    if (matched === undefined) {
      if (message.role === "user") unmatched.push(message);
      else if (message.role === "assistant") repliedAt = unmatched.length;
      continue;
    }
    close(matched);
    previous = matched;
  }
  close("end");
  return groups;
}

import type { Message } from "../../../protocol/events.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isOfConnection } from "../identity/idsOfRuns.ts";
import { contentKeyOf } from "./comparedContent.ts";
import type { MessageMatches } from "./matchProgress.ts";

interface LaterMessagesOptions extends MessageMatches {
  readonly stated: readonly Message[];
  /** True for a message of the current run. */
  readonly isOfRun: (message: Message) => boolean;
}

const NONE: ReadonlySet<Message> = new Set();

/**
 * Finds the loaded messages that are newer than the snapshot of a run that the server replays. Such a snapshot states
 * the conversation up to that run, and nothing about later turns.
 *
 * Example: the thread has loaded `u1 a1 u2 a2`, and the server replays both runs. The first one ends with a snapshot of
 * `u1 a1`, after which `u2 a2` stay.
 */
export function findLaterMessages(
  draft: SnapshotDraft,
  { stated, existingByIndex, snapshotIndexes, isOfRun }: LaterMessagesOptions,
): ReadonlySet<Message> {
  const { messages, tracking } = draft.snapshot;
  const last = existingByIndex[stated.findLastIndex(isTrackedByServers)];
  // A snapshot with a new end is newer than what was loaded.
  if (!tracking.isReplay || !last) return NONE;
  const sent = messages.filter(isOfRun);
  // Content under an id that was not loaded is repeated as well.
  const isSame = (message: Message) => contentKeyOf(message) === contentKeyOf(last);
  const endsWithReplay = sent.length === 0 || sent.some(isSame);
  if (!endsWithReplay) return NONE;
  const end = messages.findLastIndex((message) => snapshotIndexes.has(message));
  const later = messages
    .slice(end + 1)
    .filter((message) => isLoaded(draft, message) && !isOfRun(message));
  // A run that the thread has received before repeats only what that run has sent. Any other may still repeat messages of its
  // own turn, or the server may have removed them (`unconfirmedMessages.ts`).
  const isKnownRun = tracking.replayedIds !== null && tracking.startsAfter === null;
  const hasLaterTurn = later.some(({ role }) => role === "user");
  return isKnownRun && !hasLaterTurn ? NONE : new Set(later);
}

/** False for a message that an earlier run of this connection has sent, or that its input has added. */
function isLoaded(draft: SnapshotDraft, { id }: Message): boolean {
  const { echoedUserMessageIds, statedEntries } = draft.tracking;
  const isOfEarlierInput =
    echoedUserMessageIds.includes(id) &&
    Object.values(statedEntries.text).every((entry) => entry.id !== id);
  return !isOfEarlierInput && !isOfConnection(draft, id);
}

/** True for a message of a role that each server has in its snapshots, apart from tool results, whose position varies. */
export function isTrackedByServers({ role }: Message): boolean {
  return !/^(activity|reasoning|tool)$/.test(role);
}

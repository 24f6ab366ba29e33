import type { StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { countStreams } from "./streamIds.ts";

/** Returns the id in the snapshot of the message to which a server id refers now. */
export function resolveMessage(draft: SnapshotDraft, messageId: string): string {
  return (draft.entry("text", messageId) ?? draft.entry("reasoning", messageId))?.id ?? messageId;
}

/** Returns an unused id for a message whose id another run, or the run itself, has used before. */
export function reusedMessageId(
  draft: SnapshotDraft,
  kind: "text" | "reasoning",
  serverId: string,
): string {
  // The ids of the run's earlier messages with this id are taken.
  return draft.freeMessageId(reusedId(draft, serverId), countStreams(draft, kind, serverId));
}

/** Returns an id that is never sent: requests have the id of the server, which must not be empty. */
export function reusedId(draft: SnapshotDraft, serverId: string): string {
  const { runId } = draft.snapshot.run;
  return runId === undefined ? serverId : `${serverId}@${runId}`;
}

/**
 * True when a stream of the agent continues the message of an earlier stream, since no result of a call is after the
 * message. A result of an unknown call, which has its place after all messages, begins no step.
 */
export function isSameStep(draft: SnapshotDraft, earlier: StreamEntry): boolean {
  if (earlier.isSnapshotOnly || (earlier.resultCount ?? 0) === draft.tracking.resultCount)
    return true;
  // The result of an earlier call is before the message.
  const { messages } = draft.snapshot;
  return !messages
    .slice(draft.find(earlier.id) + 1)
    .some((message) => message.role === "tool" && draft.callInfo(message.toolCallId));
}

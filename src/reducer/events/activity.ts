import type { ActivityMessage, EventOf, Metadata } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import {
  activityRefused,
  idCollision,
  missingActivity,
  patchFailed,
} from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { tryPatch } from "../json/jsonPatch.ts";
import { replaceEqualDeep } from "../replaceEqualDeep.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { createStreamEntry } from "./createStreamEntry.ts";
import { findStream } from "./findStream.ts";
import { reportOtherSubagent } from "./identity/streamKeys.ts";
import { mergeMessageMetadata } from "./mergeMetadata.ts";

/** Returns the message id of an activity event. Events without an id share one activity. */
function idOf(draft: SnapshotDraft, { messageId }: { readonly messageId: string }): string {
  if (messageId === "") draft.report(idCollision, messageId);
  return messageId || "activity";
}

function putSnapshot(draft: SnapshotDraft, event: EventOf<"ACTIVITY_SNAPSHOT">): void {
  const { activityType, content, subagentRunId, metadata } = event;
  const messageId = idOf(draft, event);
  const position = draft.findPosition(messageId);
  const existing = draft.snapshot.messages[position];
  const replaces = event.replace !== false;
  const stream = findStream(draft, "activities", messageId);
  if (!stream || (replaces && stream.subagentRunId !== subagentRunId)) {
    draft.putTracking("activities", messageId, createStreamEntry(messageId, false, subagentRunId));
  }
  if (existing && existing.role !== "activity") {
    draft.report(activityRefused, messageId);
    return;
  }
  if (existing && !replaces) {
    mergeMessageMetadata(draft, messageId, metadata);
    return;
  }
  put(draft, position, existing, {
    id: messageId,
    role: "activity",
    activityType,
    content,
    ...(subagentRunId !== undefined && { subagentRunId }),
    ...mergedMetadata(existing?.metadata, metadata),
  });
}

/** Inserts or replaces an activity; unchanged parts keep their identity. */
function put(
  draft: SnapshotDraft,
  position: number,
  existing: ActivityMessage | undefined,
  message: ActivityMessage,
): void {
  const shared = replaceEqualDeep(existing, message);
  if (!existing) draft.insertMessage(shared);
  else if (shared !== existing) draft.replaceMessage(position, shared);
}

/** Merges metadata key by key; the last write wins. */
function mergedMetadata(
  existing: Metadata | undefined,
  incoming: Metadata | undefined,
): { metadata?: Metadata } {
  if (incoming === undefined) return existing === undefined ? {} : { metadata: existing };
  return { metadata: { ...existing, ...incoming } };
}

function applyDelta(draft: SnapshotDraft, event: EventOf<"ACTIVITY_DELTA">): void {
  const { activityType, patch, subagentRunId, metadata } = event;
  const messageId = idOf(draft, event);
  const stream = findStream(draft, "activities", messageId);
  reportOtherSubagent(draft, stream, subagentRunId, messageId);
  const position = draft.findPosition(messageId);
  const existing = draft.snapshot.messages[position];
  if (existing && existing.role !== "activity") {
    draft.report(activityRefused, messageId);
    return;
  }
  if (!existing) draft.report(missingActivity, messageId);
  const result = tryPatch(draft, existing?.content ?? {}, patch, messageId);
  // The content of an activity stays an object, also when a patch replaces it.
  const patched = isRecord(result?.document) ? result : undefined;
  if (result && !patched) draft.report(patchFailed, messageId);
  // Metadata is kept even when the patch fails, but only for an existing activity.
  if (!patched && !existing) return;
  // The run works on an activity of an earlier one.
  if (!stream) {
    draft.putTracking("activities", messageId, createStreamEntry(messageId, false, subagentRunId));
  }
  // The patch already shares unchanged parts; a deep comparison would cost more than the patch.
  const isAsBefore =
    !patched || (patched.document === existing?.content && activityType === existing.activityType);
  if (isAsBefore && !metadata) return;
  const start = { id: messageId, role: "activity" as const, activityType, content: {} };
  const message: ActivityMessage = {
    ...(existing ?? omitUndefined({ ...start, subagentRunId })),
    ...(patched && { activityType, content: patched.document }),
    ...mergedMetadata(existing?.metadata, metadata),
  };
  if (!existing) draft.insertMessage(message);
  else draft.replaceMessage(position, message);
}

/**
 * Handles activities: structured progress that is shown among the messages and never sent to the agent.
 *
 * @see https://docs.ag-ui.com/concepts/events#activity-events
 */
export const activityHandlers: HandlersOf<"ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA"> = {
  ACTIVITY_SNAPSHOT: putSnapshot,
  ACTIVITY_DELTA: applyDelta,
};

import type { ActivityMessage, EventOf } from "../protocol/events.ts";
import { present } from "../protocol/present.ts";
import { type Draft, mergedMetadata } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { tryPatch } from "./patch.ts";
import { share } from "./share.ts";
import { checkOwner, ledgerEntry, mergeMetadata, ownerOf } from "./streams.ts";

function putSnapshot(draft: Draft, event: EventOf<"ACTIVITY_SNAPSHOT">): void {
  const { messageId, activityType, content, subagentRunId, metadata } = event;
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  const replaces = event.replace !== false;
  if (replaces || !ownerOf(draft, "activities", messageId)) {
    draft.putLedger("activities", messageId, ledgerEntry(messageId, false, subagentRunId));
  }
  if (existing && existing.role !== "activity") {
    draft.report("activity-refused", messageId);
    return;
  }
  if (existing && !replaces) {
    mergeMetadata(draft, messageId, metadata);
    return;
  }
  const message: ActivityMessage = {
    id: messageId,
    role: "activity",
    activityType,
    content: share(existing?.content, content),
    ...(subagentRunId !== undefined && { subagentRunId }),
    ...mergedMetadata(existing?.metadata, metadata),
  };
  if (existing) draft.replace(position, message);
  else draft.insert(message);
}

function applyDelta(draft: Draft, event: EventOf<"ACTIVITY_DELTA">): void {
  const { messageId, activityType, patch, subagentRunId, metadata } = event;
  checkOwner(draft, ownerOf(draft, "activities", messageId), subagentRunId, messageId);
  if (draft.find(messageId) === -1) {
    draft.report("missing-activity", messageId);
    const activity = { id: messageId, role: "activity" as const, activityType, content: {} };
    draft.insert(present({ ...activity, subagentRunId }));
  }
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  if (existing?.role !== "activity") {
    draft.report("activity-refused", messageId);
    return;
  }
  const patched = tryPatch(draft, existing.content, patch, messageId);
  if (!patched && metadata === undefined) return;
  draft.replace(position, {
    ...existing,
    ...(patched && { activityType, content: patched.document }),
    ...mergedMetadata(existing.metadata, metadata),
  });
}

/**
 * Activities: structured progress that keeps its place among the messages and never goes back to
 * the agent.
 *
 * @see https://docs.ag-ui.com/concepts/events#activity-events
 */
export const activityHandlers: HandlersOf<"ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA"> = {
  ACTIVITY_SNAPSHOT: putSnapshot,
  ACTIVITY_DELTA: applyDelta,
};

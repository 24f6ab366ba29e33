import type { ActivityMessage, EventOf, Metadata } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import {
  activityRefused,
  idCollision,
  missingActivity,
  patchFailed,
} from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import { tryPatch } from "../json/jsonPatch.ts";
import { replaceEqualDeep } from "../structuralSharing.ts";
import { checkOwner, mergeMessageMetadata, ownerOf, streamEntry } from "./messageStream.ts";

/** Which activity an event is about. Those without an id are one, and no message is without. */
function idOf(draft: Draft, { messageId }: { readonly messageId: string }): string {
  if (messageId === "") draft.report(idCollision, messageId);
  return messageId || "activity";
}

function putSnapshot(draft: Draft, event: EventOf<"ACTIVITY_SNAPSHOT">): void {
  const { activityType, content, subagentRunId, metadata } = event;
  const messageId = idOf(draft, event);
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  const replaces = event.replace !== false;
  const owner = ownerOf(draft, "activities", messageId);
  if (!owner || (replaces && owner.owner !== subagentRunId)) {
    draft.putTracking("activities", messageId, streamEntry(messageId, false, subagentRunId));
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

/** Puts an activity in its place; what did not change in it keeps its identity. */
function put(
  draft: Draft,
  position: number,
  existing: ActivityMessage | undefined,
  message: ActivityMessage,
): void {
  const shared = replaceEqualDeep(existing, message);
  if (!existing) draft.insert(shared);
  else if (shared !== existing) draft.replace(position, shared);
}

/** The metadata of an activity after an event's was merged in: key by key, the last write wins. */
function mergedMetadata(
  existing: Metadata | undefined,
  incoming: Metadata | undefined,
): { metadata?: Metadata } {
  if (incoming === undefined) return existing === undefined ? {} : { metadata: existing };
  return { metadata: { ...existing, ...incoming } };
}

function applyDelta(draft: Draft, event: EventOf<"ACTIVITY_DELTA">): void {
  const { activityType, patch, subagentRunId, metadata } = event;
  const messageId = idOf(draft, event);
  checkOwner(draft, ownerOf(draft, "activities", messageId), subagentRunId, messageId);
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  if (existing && existing.role !== "activity") {
    draft.report(activityRefused, messageId);
    return;
  }
  if (!existing) draft.report(missingActivity, messageId);
  const result = tryPatch(draft, existing?.content ?? {}, patch, messageId);
  // The content of an activity is an object, also after a patch of the whole.
  const patched = isRecord(result?.document) ? result : undefined;
  if (result && !patched) draft.report(patchFailed, messageId);
  // Metadata does not depend on the patch, but it needs an activity to be on.
  if (!patched && !existing) return;
  // A patch shares what it leaves alone by itself: comparing all of it again would cost more than the patch.
  const isAsBefore =
    !patched || (patched.document === existing?.content && activityType === existing.activityType);
  if (isAsBefore && !metadata) return;
  const start = { id: messageId, role: "activity" as const, activityType, content: {} };
  const message: ActivityMessage = {
    ...(existing ?? omitUndefined({ ...start, subagentRunId })),
    ...(patched && { activityType, content: patched.document }),
    ...mergedMetadata(existing?.metadata, metadata),
  };
  if (!existing) draft.insert(message);
  else draft.replace(position, message);
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

import { type ActivityMessage, type EventOf, EventType } from "../protocol/events.ts";
import { type Draft, mergedMetadata } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { share } from "./share.ts";
import { tryPatch } from "./sharedState.ts";
import { attributionOf, checkOwner, mergeMetadata, ownerOf } from "./streams.ts";

function reportTaken(draft: Draft, messageId: string): void {
  draft.report({
    code: "id-collision",
    severity: "notice",
    subject: messageId,
    message: `"${messageId}" is a message of another role, so the activity was refused. Give it an id of its own.`,
  });
}

function putSnapshot(draft: Draft, event: EventOf<EventType.ACTIVITY_SNAPSHOT>): void {
  const { messageId, activityType, content, subagentRunId, metadata } = event;
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  const replaces = event.replace !== false;
  if (replaces || !ownerOf(draft, "activities", messageId)) {
    draft.putLedger("activities", messageId, {
      id: messageId,
      isOpen: false,
      ...attributionOf(subagentRunId),
    });
  }
  if (existing && existing.role !== "activity") {
    reportTaken(draft, messageId);
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

function applyDelta(draft: Draft, event: EventOf<EventType.ACTIVITY_DELTA>): void {
  const { messageId, activityType, patch, subagentRunId, metadata } = event;
  checkOwner(draft, ownerOf(draft, "activities", messageId), subagentRunId, messageId);
  if (draft.find(messageId) === -1) {
    draft.report({
      code: "missing-activity",
      severity: "notice",
      subject: messageId,
      message: `The activity "${messageId}" does not exist; it was started from {}. Send ACTIVITY_SNAPSHOT first.`,
    });
    draft.insert({
      id: messageId,
      role: "activity",
      activityType,
      content: {},
      ...(subagentRunId !== undefined && { subagentRunId }),
    });
  }
  const position = draft.find(messageId);
  const existing = draft.now.messages[position];
  if (existing?.role !== "activity") {
    reportTaken(draft, messageId);
    return;
  }
  const patched = tryPatch(draft, existing.content, patch, `activity "${messageId}"`);
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
export const activityHandlers: HandlersOf<EventType.ACTIVITY_SNAPSHOT | EventType.ACTIVITY_DELTA> =
  {
    [EventType.ACTIVITY_SNAPSHOT]: putSnapshot,
    [EventType.ACTIVITY_DELTA]: applyDelta,
  };

import type { EventOf } from "../../../protocol/events.ts";
import { idCollision } from "../../../protocol/issueCodes.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { deriveId } from "../../../protocol/randomId.ts";
import { hasCallOfServer } from "../../indexes/callIndexes.ts";
import { metadataWithServerId } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { createClosedEntry } from "../createStreamEntry.ts";
import { isOfOtherRun, replayedId } from "../identity/idsOfRuns.ts";
import { chooseReusedMessageId } from "../identity/messageIds.ts";
import { otherIdsOf } from "../identity/streamIds.ts";
import { findKey } from "../identity/streamKeys.ts";
import { dropUnconfirmed } from "../messagesSnapshot/unconfirmedMessages.ts";
import { startTiming } from "../messageTimes.ts";

/** Returns the key in the run tracking of the message that a call names; an empty text when it names none. */
export function parentKeyOf(
  { tracking: { text } }: SnapshotDraft,
  { parentMessageId = "", subagentRunId }: EventOf<"TOOL_CALL_START">,
): string {
  return findKey(text, parentMessageId, subagentRunId);
}

/**
 * Returns the position of the assistant message for a new call, which is inserted when missing. The call may name a
 * message of this run; else it has a message of its own.
 *
 * @param call - The id of the call in the snapshot, and its key in the run tracking.
 */
export function findOrInsertParentMessage(
  draft: SnapshotDraft,
  event: EventOf<"TOOL_CALL_START">,
  call: { readonly id: string; readonly key: string },
): number {
  const { parentMessageId, subagentRunId } = event;
  const role = "assistant";
  const parentId = parentMessageId ? findParentId(draft, event, parentMessageId) : undefined;
  if (!parentMessageId || parentId === undefined) {
    let { id } = call;
    if (draft.findPosition(id) !== -1) {
      id = draft.freeMessageId(deriveId(call.id, "call"));
      draft.report(idCollision, call.id);
    }
    dropUnconfirmed(draft);
    draft.insertMessage({ role, toolCalls: [], ...omitUndefined({ id, subagentRunId }) });
    startTiming(draft, id);
    // Further calls of the same message name it by the id of its first call.
    trackParentMessage(draft, call.key, id, subagentRunId);
    return draft.findPosition(id);
  }
  if (draft.findPosition(parentId) === -1) {
    const metadata = metadataWithServerId(parentId, parentMessageId);
    const fields = omitUndefined({ id: parentId, subagentRunId, metadata });
    dropUnconfirmed(draft);
    draft.insertMessage({ role, toolCalls: [], ...fields });
    startTiming(draft, parentId);
  }
  trackParentMessage(draft, parentKeyOf(draft, event), parentId, subagentRunId);
  return draft.findPosition(parentId);
}

/** Remembers the message of a key in the run tracking, unless an open text has the key. */
export function trackParentMessage(
  draft: SnapshotDraft,
  key: string,
  id: string,
  subagentRunId: string | undefined,
): void {
  // An empty id identifies nothing.
  if (key === "") return;
  const existing = draft.findEntry("text", key);
  if (existing?.isSnapshotOnly && existing.id === id) {
    const { isSnapshotOnly: _, ...started } = existing;
    draft.putTracking("text", key, started);
    return;
  }
  if (existing && (existing.isOpen || existing.id === id)) return;
  const entry = {
    ...createClosedEntry(draft, id, subagentRunId),
    ...otherIdsOf(draft, existing, id),
  };
  draft.putTracking("text", key, { ...entry, hasOnlyCalls: true });
}

/**
 * Returns the id of the message that a call names, which need not exist; `undefined` when a message of another role
 * has the id. A message of an earlier run is another message. So is one that has a call with the same id: model
 * providers refuse two calls with one id in a message.
 */
function findParentId(
  draft: SnapshotDraft,
  event: EventOf<"TOOL_CALL_START">,
  serverId: string,
): string | undefined {
  const key = parentKeyOf(draft, event);
  const entry = draft.findEntry("text", key);
  const messageId = entry?.id ?? replayedId(draft, "text", key);
  const message = draft.snapshot.messages[draft.findPosition(messageId ?? serverId)];
  if (!message) return messageId ?? serverId;
  if (message.role !== "assistant") return undefined;
  const isContinued = draft.tracking.isReplay && !isOfOtherRun(draft, "message", serverId);
  const hasCall = hasCallOfServer(message.toolCalls ?? [], event.toolCallId);
  if ((messageId !== undefined || isContinued) && !hasCall) return message.id;
  return chooseReusedMessageId(draft, "text", serverId);
}

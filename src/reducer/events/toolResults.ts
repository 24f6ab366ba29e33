import type { EventOf, ToolMessage } from "../../protocol/events.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { isStandIn, UNKNOWN_TOOL_ERROR } from "../../protocol/standIns.ts";
import { findToolCall } from "../findToolCall.ts";
import { findResultOf } from "../indexes/callIndexes.ts";
import { isEqual } from "../replaceEqualDeep.ts";
import { metadataWithServerId, serverIdOf } from "../serverIds.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { outcomeOfResult } from "../toolCallStatus.ts";
import { referredCallKey } from "./calls/callKeys.ts";
import { deferEarlyResult, takeEarlyResult } from "./calls/earlyResults.ts";
import { createClosedEntry } from "./createStreamEntry.ts";
import { isForwardNotice } from "./forwardNotices.ts";
import { resolveCall, takeUnansweredCall } from "./identity/callIds.ts";
import { isOfKnownRun, isOfOtherRun, replayedId } from "./identity/idsOfRuns.ts";
import { mergeMetadata } from "./mergeMetadata.ts";

/** Returns the position of the tool message that answers a call, or -1. */
export function findResultPosition(draft: SnapshotDraft, toolCallId: string): number {
  const info = draft.callInfo(toolCallId);
  if (info)
    return info.resultMessageId === undefined ? -1 : draft.findPosition(info.resultMessageId);
  // An unknown call has no entry that names its result.
  return findResultOf(draft.snapshot.messages, toolCallId);
}

/** Returns the id of the call that a result answers. */
function findAnsweredCall(
  draft: SnapshotDraft,
  { toolCallId, messageId }: EventOf<"TOOL_CALL_RESULT">,
  key: string,
): string {
  const entry = draft.findEntry("toolCalls", key);
  if (entry) return takeUnansweredCall(draft, key, entry);
  // A replayed run may repeat the result of a call that another run has made.
  const isOfThisRun = draft.tracking.isReplay && !isOfOtherRun(draft, "message", messageId);
  const repeated = isOfThisRun ? draft.snapshot.messages[draft.findPosition(messageId)] : undefined;
  const isRepeated =
    repeated?.role === "tool" && serverCallId(draft, repeated.toolCallId) === toolCallId;
  if (isRepeated) return repeated.toolCallId;
  // The call of a replayed run may start after its result.
  const replayed = replayedId(draft, "toolCalls", key);
  const isKnown = replayed !== undefined && draft.callInfo(replayed);
  return isKnown ? replayed : resolveCall(draft, toolCallId);
}

/** Returns the server's id of a call. */
function serverCallId(draft: SnapshotDraft, toolCallId: string): string | undefined {
  const located = findToolCall(draft.snapshot, toolCallId);
  return located && serverIdOf(located.toolCall);
}

/** Returns an unused id for a new result. */
function chooseResultId(draft: SnapshotDraft, messageId: string, toolCallId: string): string {
  if (messageId !== "" && draft.findPosition(messageId) === -1) return messageId;
  draft.report(idCollision, messageId);
  return draft.freeMessageId(deriveId(toolCallId, "result"));
}

/** Handles the result of a call: adds a tool message, or replaces the result that the call has. */
export function addResult(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_RESULT">): void {
  const key = referredCallKey(draft, event);
  const toolCallId = findAnsweredCall(draft, event, key);
  if (isForwardNotice(draft, toolCallId, event.content)) return;
  const existing = draft.snapshot.messages[findResultPosition(draft, toolCallId)];
  const isUpdate = existing?.role === "tool" && !isUnstatedBy(draft, existing, event);
  if (isUpdate && deferEarlyResult(draft, event, { key, toolCallId })) return;
  putResult(draft, event, toolCallId);
  const entry = draft.findEntry("toolCalls", key);
  if (entry?.id === toolCallId) draft.putTracking("toolCalls", key, { ...entry, isAnswered: true });
}

/** Adds the result that came before the start of a call. Such a result does not end the call. */
export function addEarlyResult(draft: SnapshotDraft, key: string, toolCallId: string): void {
  const event = takeEarlyResult(draft, key);
  if (event && !isForwardNotice(draft, toolCallId, event.content))
    putResult(draft, event, toolCallId);
}

/** Updates the results of the calls of earlier runs whose ids the run has not used for calls of its own. */
export function flushEarlyResults(draft: SnapshotDraft): void {
  for (const key of Object.keys(draft.tracking.deferredResults)) {
    const event = takeEarlyResult(draft, key);
    if (event) putResult(draft, event, findAnsweredCall(draft, event, key));
  }
}

/** Adds the result of a call, or replaces the result that the call has. */
function putResult(
  draft: SnapshotDraft,
  event: EventOf<"TOOL_CALL_RESULT">,
  toolCallId: string,
): void {
  const position = findResultPosition(draft, toolCallId);
  const existing = draft.snapshot.messages[position];
  let id: string;
  if (existing?.role === "tool" && !isUnstatedBy(draft, existing, event)) {
    id = existing.id;
    updateResult(draft, position, event);
  } else {
    const message = createResult(draft, toolCallId, event);
    id = message.id;
    if (existing) replaceResult(draft, position, message);
    else insertToolResult(draft, message);
  }
  draft.setTracking({ resultCount: draft.tracking.resultCount + 1 });
  // A text of the run may have the same id on the server.
  if (draft.findEntry("text", id)) return;
  draft.putTracking("text", id, createClosedEntry(draft, id, event.subagentRunId));
}

/** True for a result of this client that the agent's own result replaces, with its id. */
function isUnstatedBy(
  draft: SnapshotDraft,
  existing: ToolMessage,
  { messageId }: EventOf<"TOOL_CALL_RESULT">,
): boolean {
  if (isStandIn(existing) || existing.error === UNKNOWN_TOOL_ERROR) return true;
  const { id, toolCallId } = existing;
  const isOther = messageId !== "" && messageId !== serverIdOf(existing);
  const isStreamed = draft.findEntry("text", id) !== undefined || isOfKnownRun(draft, id);
  if (!isOther || isStreamed) return false;
  // The answer to an interrupt is the result as long as the agent sends none.
  return draft.snapshot.answeredInterrupts.some((answered) => answered.toolCallId === toolCallId);
}

function createResult(
  draft: SnapshotDraft,
  toolCallId: string,
  event: EventOf<"TOOL_CALL_RESULT">,
): ToolMessage {
  const { messageId, content, subagentRunId } = event;
  const id = chooseResultId(draft, messageId, toolCallId);
  return omitUndefined({
    id,
    role: "tool",
    toolCallId,
    content,
    error: errorOfEvent(event),
    subagentRunId,
    metadata: metadataWithServerId(id, messageId, event.metadata),
  });
}

/** Returns the error of a result that the agent sends. AG-UI 1.0 declares `error` on tool messages alone. */
function errorOfEvent(event: EventOf<"TOOL_CALL_RESULT">): string | undefined {
  // The validation of the event has established that the field is text, if present.
  return (event as { readonly error?: string | null }).error ?? undefined;
}

/** Updates the result of a call by a later one. */
function updateResult(
  draft: SnapshotDraft,
  position: number,
  event: EventOf<"TOOL_CALL_RESULT">,
): void {
  const { content, metadata, subagentRunId } = event;
  const error = errorOfEvent(event);
  // The caller found a tool message at this position.
  const before = draft.snapshot.messages[position] as ToolMessage;
  // A replay repeats most results as they are.
  const isSameAgent = subagentRunId === undefined || before.subagentRunId === subagentRunId;
  const isRepeated =
    isSameAgent && before.error === error && !metadata && isEqual(before.content, content);
  if (!isRepeated) {
    // A copy keeps the role.
    const message = draft.ownMessage(position) as ToolMessage;
    message.content = content;
    // A later result replaces the error too.
    delete message.error;
    if (error !== undefined) message.error = error;
    if (subagentRunId !== undefined) message.subagentRunId = subagentRunId;
    mergeMetadata(message, metadata);
  }
  // The change above keeps the role.
  recordOutcome(draft, draft.snapshot.messages[position] as ToolMessage);
}

/** Replaces the result that this client made for a call by that of the agent. */
function replaceResult(draft: SnapshotDraft, position: number, message: ToolMessage): void {
  const { messages, writtenStates } = draft.snapshot;
  const before = messages[position]?.id;
  draft.replaceMessage(position, message);
  if (writtenStates.some(({ afterMessageId }) => afterMessageId === before)) {
    draft.setField(
      "writtenStates",
      writtenStates.map((entry) =>
        entry.afterMessageId === before ? { ...entry, afterMessageId: message.id } : entry,
      ),
    );
  }
  recordOutcome(draft, message);
}

/** Sets the status of a call by its result. */
function recordOutcome(draft: SnapshotDraft, message: ToolMessage): void {
  const info = draft.callInfo(message.toolCallId);
  if (!info) return;
  const { error, status, resultMessageId, ...rest } = info;
  const outcome = outcomeOfResult(message);
  if (isEqual(omitUndefined({ error, status, resultMessageId }), outcome)) return;
  draft.putEntry("toolCalls", message.toolCallId, { ...rest, ...outcome });
}

/** Returns the position after the message of the call and the results that follow it. */
function resultPosition(draft: SnapshotDraft, messageId: string | undefined): number {
  const { messages } = draft.snapshot;
  const callPosition = messageId === undefined ? -1 : draft.findPosition(messageId);
  if (callPosition === -1) return messages.length;
  let position = callPosition + 1;
  while (messages[position]?.role === "tool") position += 1;
  return position;
}

/** Inserts the result of a call that has none, or replaces its stand-in. */
export function insertToolResult(draft: SnapshotDraft, message: ToolMessage): void {
  const { toolCallId } = message;
  const position = findResultPosition(draft, toolCallId);
  const existing = draft.snapshot.messages[position];
  if (existing?.role === "tool" && isStandIn(existing)) {
    replaceResult(draft, position, message);
    return;
  }
  draft.insertMessage(message, resultPosition(draft, draft.callInfo(toolCallId)?.messageId));
  draft.editCallInfo(
    toolCallId,
    omitUndefined({ endedAt: draft.arrivedAt, ...outcomeOfResult(message) }),
  );
  const { run } = draft.snapshot;
  if (run.pendingToolCallIds.includes(toolCallId)) {
    const pendingToolCallIds = run.pendingToolCallIds.filter((other) => other !== toolCallId);
    draft.setField("run", { ...run, pendingToolCallIds });
  }
}

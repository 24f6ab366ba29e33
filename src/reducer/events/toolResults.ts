import type { EventOf, ToolMessage } from "../../protocol/events.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { isEqual } from "../json/deepEqual.ts";
import { findToolCall } from "../lookup.ts";
import { metadataWithServerId, serverIdOf } from "../serverIds.ts";
import { mergeMetadata, type SnapshotDraft } from "../snapshotDraft.ts";
import { isStandIn } from "../standIns.ts";
import { isUnanswered, statusOfResult } from "../toolCallStatus.ts";
import { idsOfEntry, resolveCall } from "./identity.ts";
import { createClosedEntry } from "./messageStream.ts";

/** Returns the position of the tool message that answers a call, or -1. */
export function findResult(draft: SnapshotDraft, toolCallId: string): number {
  const info = draft.callInfo(toolCallId);
  if (info) return info.resultMessageId === undefined ? -1 : draft.find(info.resultMessageId);
  // An unknown call has no entry that names its result.
  return draft.now.messages.findIndex(
    (message) => message.role === "tool" && message.toolCallId === toolCallId,
  );
}

/** Returns the id of the call that a result answers. */
function findAnsweredCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_RESULT">): string {
  const { toolCallId, messageId } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (entry) {
    const isOpen = (id: string) => {
      const info = draft.callInfo(id);
      return info !== undefined && isUnanswered(info);
    };
    return idsOfEntry(entry).find(isOpen) ?? entry.id;
  }
  // A replayed run may repeat the result of a call that another run has made.
  const repeated = draft.tracking.isReplay ? draft.now.messages[draft.find(messageId)] : undefined;
  const isRepeated =
    repeated?.role === "tool" && serverCallId(draft, repeated.toolCallId) === toolCallId;
  return isRepeated ? repeated.toolCallId : resolveCall(draft, toolCallId);
}

/** Returns the server's id of a call. */
function serverCallId(draft: SnapshotDraft, toolCallId: string): string | undefined {
  const found = findToolCall(draft.now, toolCallId);
  return found && serverIdOf(found.toolCall);
}

/** Text of a result with which a server confirms that it has passed the call on to this client. */
const FORWARD_NOTICE = /^forwarded to (the )?(client|frontend|browser|user interface)\.?$/i;

/** True for a result that does not answer its call: the tool of this client does. */
function isForwardNotice(draft: SnapshotDraft, toolCallId: string, content: unknown): boolean {
  if (typeof content !== "string" || !FORWARD_NOTICE.test(content.trim())) return false;
  const name = findToolCall(draft.now, toolCallId)?.toolCall.function.name ?? "";
  return draft.tracking.toolNames.includes(name);
}

/** Returns an unused id for a new result. */
function chooseResultId(draft: SnapshotDraft, messageId: string, toolCallId: string): string {
  if (messageId !== "" && draft.find(messageId) === -1) return messageId;
  draft.report(idCollision, messageId);
  return draft.freshId(`${toolCallId}:result`);
}

/** Handles the result of a call: adds a tool message, or replaces the result that the call has. */
export function addResult(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_RESULT">): void {
  const toolCallId = findAnsweredCall(draft, event);
  if (isForwardNotice(draft, toolCallId, event.content)) return;
  const position = findResult(draft, toolCallId);
  const known = draft.now.messages[position];
  let id: string;
  if (known?.role === "tool" && !isStandIn(known)) {
    id = known.id;
    updateResult(draft, position, event);
  } else {
    const message = createResult(draft, toolCallId, event);
    id = message.id;
    if (known) replaceResult(draft, position, message);
    else insertToolResult(draft, message);
  }
  draft.setTracking({ resultCount: draft.tracking.resultCount + 1 });
  // A text of the run may have the same id on the server.
  if (draft.entry("text", id)) return;
  draft.putTracking("text", id, createClosedEntry(draft, id, event.subagentRunId));
}

function createResult(
  draft: SnapshotDraft,
  toolCallId: string,
  { messageId, content, subagentRunId, metadata: own }: EventOf<"TOOL_CALL_RESULT">,
): ToolMessage {
  const id = chooseResultId(draft, messageId, toolCallId);
  const metadata = metadataWithServerId(id, messageId, own);
  return omitUndefined({ id, role: "tool", toolCallId, content, subagentRunId, metadata });
}

/** Updates the result of a call by a later one. */
function updateResult(
  draft: SnapshotDraft,
  position: number,
  { content, metadata }: EventOf<"TOOL_CALL_RESULT">,
): void {
  const before = draft.now.messages[position] as ToolMessage;
  // A replay repeats most results as they are.
  const isRepeated = before.error === undefined && !metadata && isEqual(before.content, content);
  if (!isRepeated) {
    // The caller found a tool message at this position, and a copy keeps its role.
    const message = draft.own(position) as ToolMessage;
    message.content = content;
    // A result from the agent is no error; only results made for an unanswered call are.
    delete message.error;
    mergeMetadata(message, metadata);
  }
  completeCall(draft, before.toolCallId, before.id);
}

/** Replaces the result that this client made for an unanswered call by that of the agent. */
function replaceResult(draft: SnapshotDraft, position: number, message: ToolMessage): void {
  draft.replace(position, message);
  completeCall(draft, message.toolCallId, message.id);
}

/** Marks a call as answered by the agent. */
function completeCall(draft: SnapshotDraft, toolCallId: string, resultMessageId: string): void {
  const info = draft.callInfo(toolCallId);
  if (!info) return;
  const { error, ...rest } = info;
  const isSame =
    error === undefined && info.status === "complete" && info.resultMessageId === resultMessageId;
  if (!isSame) draft.put("toolCalls", toolCallId, { ...rest, status: "complete", resultMessageId });
}

/** Returns the position after the message of the call and the results that follow it. */
function resultPosition(draft: SnapshotDraft, messageId: string | undefined): number {
  const { messages } = draft.now;
  const holder = messageId === undefined ? -1 : draft.find(messageId);
  if (holder === -1) return messages.length;
  let position = holder + 1;
  while (messages[position]?.role === "tool") position += 1;
  return position;
}

/** Inserts the result of a call that has none. */
export function insertToolResult(draft: SnapshotDraft, message: ToolMessage): void {
  const { id, toolCallId, error } = message;
  draft.insert(message, resultPosition(draft, draft.callInfo(toolCallId)?.messageId));
  const status = statusOfResult(message);
  draft.editCallInfo(
    toolCallId,
    omitUndefined({ resultMessageId: id, endedAt: draft.at, status, error }),
  );
  const { run } = draft.now;
  if (run.pendingToolCallIds.includes(toolCallId)) {
    const pendingToolCallIds = run.pendingToolCallIds.filter((other) => other !== toolCallId);
    draft.set("run", { ...run, pendingToolCallIds });
  }
}

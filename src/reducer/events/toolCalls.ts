import type { EventOf, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import {
  alreadyOpen,
  attributionMismatch,
  idCollision,
  notOpen,
  toolRenamed,
} from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { recordAppend, recordReplace } from "../argumentDeltas.ts";
import type { HandlersOf } from "../handlers.ts";
import { findToolCall } from "../lookup.ts";
import type { Prediction } from "../runTracking.ts";
import { getOwn } from "../safeRecord.ts";
import { mergeMetadata, type SnapshotDraft } from "../snapshotDraft.ts";
import { statusOfResult } from "../toolCallStatus.ts";
import { checkSubagent, createStreamEntry, findStream } from "./messageStream.ts";

/** Total number of characters of arguments that are deferred for calls that have not started. */
const MAX_DEFERRED_ARGUMENTS = 1_000_000;

/** Returns the position of the assistant message for a new call, which is inserted when missing. */
function holderOf(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_START">): number {
  const { parentMessageId, toolCallId, subagentRunId } = event;
  let id = toolCallId;
  if (parentMessageId !== undefined) {
    const parent = draft.entry("text", parentMessageId)?.id ?? parentMessageId;
    const position = draft.find(parent);
    if (draft.now.messages[position]?.role === "assistant") return position;
    if (position === -1 && parent !== "") id = parent;
  }
  if (id === "" || draft.find(id) !== -1) {
    const usedId = id;
    id = draft.freshId(`${usedId}:call`);
    draft.report(idCollision, usedId);
  }
  draft.insert({ role: "assistant", toolCalls: [], ...omitUndefined({ id, subagentRunId }) });
  return draft.find(id);
}

/** Returns the sub-agent of a call as the protocol defines it: its own, else that of its parent message. */
function subagentOfCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_START">) {
  const { toolCallId, parentMessageId, subagentRunId } = event;
  const parent =
    parentMessageId === undefined ? undefined : findStream(draft, "text", parentMessageId);
  const known = findStream(draft, "toolCalls", toolCallId);
  if (parentMessageId !== undefined) checkSubagent(draft, parent, subagentRunId, parentMessageId);
  checkSubagent(draft, known, subagentRunId, toolCallId);
  const isInherited = subagentRunId === undefined;
  if (known && parent && isInherited && parent.subagentRunId !== known.subagentRunId) {
    draft.report(attributionMismatch, toolCallId);
  }
  return known ? known.subagentRunId : (subagentRunId ?? parent?.subagentRunId);
}

function startCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_START">): void {
  const { toolCallId, toolCallName, metadata } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (entry?.isOpen) draft.report(alreadyOpen, toolCallId);
  const subagentRunId = subagentOfCall(draft, event);
  draft.putTracking("toolCalls", toolCallId, createStreamEntry(toolCallId, true, subagentRunId));

  const existing = draft.ownToolCall(toolCallId);
  const { runId } = draft.now.run;
  if (existing) {
    if (existing.function.name !== toolCallName) {
      draft.report(toolRenamed, toolCallId);
      existing.function.name = toolCallName;
    }
    mergeMetadata(existing, metadata);
    const isAnswered = draft.callInfo(toolCallId)?.resultMessageId !== undefined;
    const status = isAnswered ? undefined : ("streaming" as const);
    draft.editCallInfo(toolCallId, omitUndefined({ runId, status }));
  } else {
    const position = holderOf(draft, event);
    draft.ownToolCalls(position).push(
      draft.adopt(
        omitUndefined({
          id: toolCallId,
          type: "function" as const,
          function: { name: toolCallName, arguments: "" },
          metadata,
        }),
      ),
    );
    const messageId = draft.now.messages[position]?.id ?? "";
    // Some servers send a result before its call.
    const resultMessageId = draft.now.messages[findResult(draft, toolCallId)]?.id;
    const status = resultMessageId === undefined ? "streaming" : "complete";
    draft.put(
      "toolCalls",
      toolCallId,
      omitUndefined({ messageId, status, runId, resultMessageId, startedAt: draft.at }),
    );
  }
  const deferred = getOwn(draft.tracking.deferredArguments, toolCallId);
  if (deferred !== undefined) {
    draft.putTracking("deferredArguments", toolCallId, undefined);
    appendArguments(draft, toolCallId, deferred);
    if (deferred) markPredicting(draft, toolCallId);
  }
}

function appendArguments(draft: SnapshotDraft, toolCallId: string, delta: string): void {
  const before = delta === "" ? undefined : findToolCall(draft.now, toolCallId)?.toolCall;
  const call = before && draft.ownToolCall(toolCallId);
  if (!call) return;
  if (draft.restartsContent("toolCalls", toolCallId)) {
    call.function.arguments = delta;
    recordReplace(call);
  } else {
    call.function.arguments += delta;
    recordAppend(before, call, delta);
  }
}

function addArguments(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_ARGS">): void {
  const { toolCallId, delta, metadata } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (!entry && !draft.callInfo(toolCallId)) {
    draft.report(notOpen, toolCallId);
    const { deferredArguments } = draft.tracking;
    const size = Object.values(deferredArguments).reduce((sum, { length }) => sum + length, 0);
    // A full buffer stays full: arguments are then truncated at the end and never have a gap.
    if (size < MAX_DEFERRED_ARGUMENTS) {
      const deferred = (getOwn(deferredArguments, toolCallId) ?? "") + delta;
      draft.putTracking("deferredArguments", toolCallId, deferred);
    }
    return;
  }
  if (!entry?.isOpen) draft.report(notOpen, toolCallId);
  checkSubagent(draft, entry, event.subagentRunId, toolCallId);
  appendArguments(draft, toolCallId, delta);
  if (delta !== "") markPredicting(draft, toolCallId);
  mergeCallMetadata(draft, toolCallId, metadata);
}

function endCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_END">): void {
  const { toolCallId } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (!entry?.isOpen) draft.report(notOpen, toolCallId);
  else {
    checkSubagent(draft, entry, event.subagentRunId, toolCallId);
    draft.putTracking("toolCalls", toolCallId, { ...entry, isOpen: false });
  }
  completeArguments(draft, toolCallId);
  mergeCallMetadata(draft, toolCallId, event.metadata);
}

function mergeCallMetadata(
  draft: SnapshotDraft,
  toolCallId: string,
  metadata: EventOf<"TOOL_CALL_END">["metadata"],
): void {
  if (metadata) mergeMetadata(draft.ownToolCall(toolCallId), metadata);
}

/** Returns the position of the tool message that answers a call, or -1. */
function findResult(draft: SnapshotDraft, toolCallId: string): number {
  const info = draft.callInfo(toolCallId);
  if (info) return info.resultMessageId === undefined ? -1 : draft.find(info.resultMessageId);
  // An unknown call has no entry that names its result.
  return draft.now.messages.findIndex(
    (message) => message.role === "tool" && message.toolCallId === toolCallId,
  );
}

/** Text of a result with which a server confirms that it has passed the call on to this client. */
const FORWARD_NOTICE = /^forwarded to (the )?(client|frontend|browser|user interface)\.?$/i;

/** True for a result that does not answer its call: the tool of this client does. */
function isForwardNotice(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_RESULT">): boolean {
  const { toolCallId, content } = event;
  if (typeof content !== "string" || !FORWARD_NOTICE.test(content.trim())) return false;
  const name = findToolCall(draft.now, toolCallId)?.toolCall.function.name ?? "";
  return draft.tracking.toolNames.includes(name);
}

function addResult(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_RESULT">): void {
  const { messageId, toolCallId, content, subagentRunId, metadata } = event;
  if (isForwardNotice(draft, event)) return;
  const known = findResult(draft, toolCallId);
  if (known !== -1) {
    // `findResult` found a tool message at this position, and a copy keeps its role.
    const message = draft.own(known) as ToolMessage;
    message.content = content;
    // A result from the agent is no error; only results made for an unanswered call are.
    delete message.error;
    mergeMetadata(message, metadata);
    const info = draft.callInfo(toolCallId);
    if (info) {
      const { error: _, ...rest } = info;
      draft.put("toolCalls", toolCallId, { ...rest, status: "complete" });
    }
  } else {
    let id = messageId;
    if (id === "" || draft.find(id) !== -1) {
      id = draft.freshId(`${toolCallId}:result`);
      draft.report(idCollision, messageId);
    }
    insertToolResult(
      draft,
      omitUndefined({ id, role: "tool" as const, toolCallId, content, subagentRunId, metadata }),
    );
  }
  const entry = draft.entry("text", messageId) ?? { id: messageId, isOpen: false };
  draft.putTracking("text", messageId, createStreamEntry(entry.id, entry.isOpen, subagentRunId));
}

/**
 * Handles tool calls, which are part of assistant messages, and their results, which are tool messages
 * directly after them.
 *
 * @see https://docs.ag-ui.com/concepts/events#tool-call-events
 */
export const toolCallHandlers: HandlersOf<
  "TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_END" | "TOOL_CALL_RESULT"
> = {
  TOOL_CALL_START: startCall,
  TOOL_CALL_ARGS: addArguments,
  TOOL_CALL_END: endCall,
  TOOL_CALL_RESULT: addResult,
};

/** Marks the arguments of a call as complete: the call is pending until it is answered. */
export function completeArguments(draft: SnapshotDraft, toolCallId: string): void {
  if (draft.callInfo(toolCallId)?.status !== "streaming") return;
  draft.editCallInfo(toolCallId, { status: "pending" });
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

/**
 * Reads a CUSTOM `PredictState` event: which tool arguments the visible state shows while they stream.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export function startPredictions(draft: SnapshotDraft, entries: readonly unknown[]): void {
  draft.setTracking({ predictions: entries.flatMap(readPrediction) });
}

function readPrediction(entry: unknown): Prediction[] {
  if (!isRecord(entry)) return [];
  const { state_key: stateKey, tool, tool_argument: toolArgument } = entry;
  if (typeof stateKey !== "string" || typeof tool !== "string") return [];
  return [{ stateKey, tool, ...(typeof toolArgument === "string" && { toolArgument }) }];
}

/** Marks a call whose arguments predict the state. */
function markPredicting(draft: SnapshotDraft, toolCallId: string): void {
  const { predictions, predictingIds } = draft.tracking;
  if (predictions.length === 0 || predictingIds.includes(toolCallId)) return;
  const name = findToolCall(draft.now, toolCallId)?.toolCall.function.name;
  if (!predictions.some(({ tool }) => tool === name)) return;
  draft.setTracking({ predictingIds: [...predictingIds, toolCallId] });
}

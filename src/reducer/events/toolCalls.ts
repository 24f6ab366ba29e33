import type { EventOf, ToolCall } from "../../protocol/events.ts";
import { alreadyOpen, leftOpen, notOpen, toolRenamed } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { UNNAMED_TOOL } from "../../protocol/validation/lenientChecks.ts";
import { findToolCall } from "../findToolCall.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn } from "../ownProperty.ts";
import type { StreamEntry } from "../runTracking.ts";
import { metadataWithServerId } from "../serverIds.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { outcomeOfResult } from "../toolCallStatus.ts";
import { startCallKey } from "./calls/callKeys.ts";
import { areArgumentsComplete, endContinuedCall, joinCall } from "./calls/joinedCalls.ts";
import {
  findOrInsertParentMessage,
  parentKeyOf,
  trackParentMessage,
} from "./calls/parentMessage.ts";
import {
  appendDelta,
  beginRepetition,
  decideRepeatedArguments,
  isSnapshotOnly,
} from "./calls/repeatedArguments.ts";
import { subagentOfCall } from "./calls/subagentOfCall.ts";
import { createStreamEntry } from "./createStreamEntry.ts";
import { attachDeferredValue } from "./deferredValues.ts";
import { chooseCallId, findRepeatedCall, resolveCall } from "./identity/callIds.ts";
import { otherIdsOf } from "./identity/streamIds.ts";
import { findKey, reportOtherSubagent } from "./identity/streamKeys.ts";
import { mergeMetadata } from "./mergeMetadata.ts";
import {
  claimUnnamedCall,
  markCallStarted,
  mergeIntoStatedCall,
} from "./messagesSnapshot/statedCalls.ts";
import { markPredicting } from "./predictState.ts";
import { addEarlyResult, addResult, findResultPosition } from "./toolResults.ts";

/** Total number of characters of arguments that are deferred for calls that have not started. */
const MAX_DEFERRED_ARGUMENTS = 1_000_000;

/** Number of calls that have not started and whose arguments are deferred. */
const MAX_DEFERRED_CALLS = 100;

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

/**
 * Starts a call:
 *
 * 1. chooses the call: one that the run repeats, or a new one;
 * 2. ends another open call under the key;
 * 3. records the stream, so that later events find the call;
 * 4. repeats or adds the call, with the data that arrived before its start.
 */
function startCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_START">): void {
  const key = startCallKey(draft, event);
  const entry = draft.findEntry("toolCalls", key);
  const repeatedId =
    findRepeatedCall(draft, key, event.toolCallName) ?? claimUnnamedCall(draft, event.toolCallName);
  if (repeatedId !== undefined) markCallStarted(draft, repeatedId);
  const id = repeatedId ?? chooseCallId(draft, key);
  if (entry?.isOpen) endOpenCall(draft, entry, { id, key, toolCallId: event.toolCallId });
  const agent = subagentOfCall(draft, event, key, id !== key && !repeatedId);
  const existing = draft.ownToolCall(id);
  draft.putTracking("toolCalls", key, {
    ...createStreamEntry(id, true, undefined),
    ...agent,
    ...otherIdsOf(draft, entry, id),
    ...(existing && beginRepetition(draft, existing, entry)),
    ...(isSnapshotOnly(entry, id) && hasResult(draft, id) && { isAnswered: true }),
  });
  if (existing) {
    repeatCall(draft, existing, event);
    trackParentOfRepeated(draft, id, parentKeyOf(draft, event) || key, agent.subagentRunId);
  } else addCall(draft, { id, key }, event);
  addEarlyResult(draft, key, id);
  attachDeferredValue(draft, "tool-call", key);
  appendDeferredArguments(draft, key, event.toolCallId);
}

interface StartedCall {
  readonly id: string;
  readonly key: string;
  readonly toolCallId: string;
}

/** Ends an open call whose key a start has. The start may repeat the same call. */
function endOpenCall(
  draft: SnapshotDraft,
  open: StreamEntry,
  { id, key, toolCallId }: StartedCall,
): void {
  // Several calls may have an empty id: that is no fault of the second one.
  if (key !== "") draft.report(open.id === id ? alreadyOpen : leftOpen, toolCallId);
  if (open.id !== id) completeArguments(draft, open.id);
}

/** Tracks the message of a call that starts again under the key that the start names, unless the run has that message. */
function trackParentOfRepeated(
  draft: SnapshotDraft,
  id: string,
  parentKey: string,
  subagentRunId: string | undefined,
): void {
  const { messageId } = draft.callInfo(id) ?? {};
  const parentEntry = draft.findEntry("text", parentKey);
  // A message of another role, which a faulty start may name, is not the message of the call.
  const { role } = draft.snapshot.messages[draft.findPosition(parentKey)] ?? { role: "assistant" };
  const isUnknown = !parentEntry || parentEntry.isSnapshotOnly;
  if (messageId !== undefined && role === "assistant" && isUnknown)
    trackParentMessage(draft, parentKey, messageId, subagentRunId);
}

/** Appends the arguments that arrived before the start of their call. */
function appendDeferredArguments(draft: SnapshotDraft, key: string, toolCallId: string): void {
  const deferred = getOwn(draft.tracking.deferredArguments, toolCallId);
  if (deferred === undefined) return;
  draft.putTracking("deferredArguments", toolCallId, undefined);
  appendArguments(draft, key, deferred);
}

/** Starts an existing call again. */
function repeatCall(
  draft: SnapshotDraft,
  call: ToolCall,
  { toolCallName, metadata }: EventOf<"TOOL_CALL_START">,
): void {
  const { runId } = draft.snapshot.run;
  // A start without a name keeps the name that the call has.
  if (call.function.name !== toolCallName && toolCallName !== UNNAMED_TOOL) {
    if (call.function.name !== UNNAMED_TOOL) draft.report(toolRenamed, call.id);
    call.function.name = toolCallName;
  }
  mergeMetadata(call, metadata);
  const status = hasResult(draft, call.id) ? undefined : ("streaming" as const);
  draft.editCallInfo(call.id, omitUndefined({ runId, status }));
}

function hasResult(draft: SnapshotDraft, id: string): boolean {
  return draft.callInfo(id)?.resultMessageId !== undefined;
}

function addCall(
  draft: SnapshotDraft,
  call: { readonly id: string; readonly key: string },
  event: EventOf<"TOOL_CALL_START">,
): void {
  const { id } = call;
  const { toolCallId, toolCallName } = event;
  const { runId } = draft.snapshot.run;
  const position = findOrInsertParentMessage(draft, event, call);
  const metadata = metadataWithServerId(id, toolCallId, event.metadata);
  draft.appendToolCall(
    position,
    omitUndefined({
      id,
      type: "function" as const,
      function: { name: toolCallName, arguments: "" },
      metadata,
    }),
  );
  const messageId = draft.snapshot.messages[position]?.id ?? "";
  // Some servers send a result before its call.
  const result = draft.snapshot.messages[findResultPosition(draft, id)];
  const outcome =
    result?.role === "tool" ? outcomeOfResult(result) : { status: "streaming" as const };
  draft.putEntry(
    "toolCalls",
    id,
    omitUndefined({ messageId, runId, startedAt: draft.arrivedAt, ...outcome }),
  );
}

/** Appends to the arguments of the call with a key in the run tracking. */
function appendArguments(draft: SnapshotDraft, key: string, delta: string): void {
  if (delta === "") return;
  const id = resolveCall(draft, key);
  const before = findToolCall(draft.snapshot, id)?.toolCall;
  const call = before && draft.ownToolCall(id);
  if (!call) return;
  appendDelta(draft, key, { before, call, delta });
  markPredicting(draft, id);
}

function addArguments(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_ARGS">): void {
  const { toolCallId, subagentRunId, delta, metadata } = event;
  const key = findKey(draft.tracking.toolCalls, toolCallId, subagentRunId);
  const entry = draft.findEntry("toolCalls", key);
  if (!entry && !draft.callInfo(toolCallId)) {
    draft.report(notOpen, toolCallId);
    const { deferredArguments } = draft.tracking;
    const deferredTexts = Object.values(deferredArguments);
    const deferredBefore = getOwn(deferredArguments, toolCallId);
    if (deferredBefore === undefined && deferredTexts.length >= MAX_DEFERRED_CALLS) return;
    const size = deferredTexts.reduce((sum, { length }) => sum + length, 0);
    // A full buffer stays full: arguments are then truncated at the end and never have a gap.
    if (size < MAX_DEFERRED_ARGUMENTS)
      draft.putTracking("deferredArguments", toolCallId, (deferredBefore ?? "") + delta);
    return;
  }
  if (!entry?.isOpen) draft.report(notOpen, toolCallId);
  reportOtherSubagent(draft, entry, subagentRunId, toolCallId);
  if (!entry?.isOpen && delta !== "") joinCall(draft, key, delta);
  // Text after complete arguments would only break them.
  if (draft.findEntry("toolCalls", key)?.isOpen || !areArgumentsComplete(draft, key))
    appendArguments(draft, key, delta);
  mergeCallMetadata(draft, key, metadata);
}

function endCall(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_END">): void {
  const { toolCallId, subagentRunId } = event;
  const key = findKey(draft.tracking.toolCalls, toolCallId, subagentRunId);
  const entry = draft.findEntry("toolCalls", key);
  if (!entry?.isOpen) {
    draft.report(notOpen, toolCallId);
    if (!entry) endContinuedCall(draft, key);
  } else {
    reportOtherSubagent(draft, entry, subagentRunId, toolCallId);
    const endedEntry = decideRepeatedArguments(draft, entry);
    const id = mergeIntoStatedCall(draft, entry.id) ?? entry.id;
    draft.putTracking("toolCalls", key, { ...endedEntry, id, isOpen: false });
  }
  completeArguments(draft, resolveCall(draft, key));
  mergeCallMetadata(draft, key, event.metadata);
}

function mergeCallMetadata(
  draft: SnapshotDraft,
  key: string,
  metadata: EventOf<"TOOL_CALL_END">["metadata"],
): void {
  if (metadata) mergeMetadata(draft.ownToolCall(resolveCall(draft, key)), metadata);
}

/** Marks the arguments of a call as complete: the call is pending until it is answered. */
export function completeArguments(draft: SnapshotDraft, id: string): void {
  if (draft.callInfo(id)?.status !== "streaming") return;
  draft.editCallInfo(id, { status: "pending" });
}

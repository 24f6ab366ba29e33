import type { EventOf, ToolMessage } from "../protocol/events.ts";
import { present } from "../protocol/present.ts";
import { type Draft, mergedMetadata } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { getOwn } from "./records.ts";
import { checkOwner, ledgerEntry, ownerOf } from "./streams.ts";
import { statusOfResult } from "./toolCallInfo.ts";

/** How many characters of arguments wait for calls that have not started, all together. */
const MAX_HELD_ARGUMENTS = 1_000_000;

/** The assistant message a new call goes into: its position, made when there is none. */
function holderOf(draft: Draft, event: EventOf<"TOOL_CALL_START">): number {
  const { parentMessageId, toolCallId, subagentRunId } = event;
  let id = toolCallId;
  if (parentMessageId !== undefined) {
    const parent = draft.entry("text", parentMessageId)?.id ?? parentMessageId;
    const position = draft.find(parent);
    if (draft.now.messages[position]?.role === "assistant") return position;
    if (position === -1 && parent !== "") id = parent;
  }
  if (id === "" || draft.find(id) !== -1) {
    const taken = id;
    id = draft.freshId(`${taken}:call`);
    draft.report("id-collision", taken);
  }
  draft.insert({ role: "assistant", toolCalls: [], ...present({ id, subagentRunId }) });
  return draft.find(id);
}

/** Whose call it is, judged as the protocol does: its own tag, else its parent message's owner. */
function checkCallOwner(draft: Draft, event: EventOf<"TOOL_CALL_START">) {
  const { toolCallId, parentMessageId, subagentRunId: tag } = event;
  const parent =
    parentMessageId === undefined ? undefined : ownerOf(draft, "text", parentMessageId);
  const known = ownerOf(draft, "toolCalls", toolCallId);
  if (parentMessageId !== undefined) checkOwner(draft, parent, tag, parentMessageId);
  checkOwner(draft, known, tag, toolCallId);
  if (known && parent && tag === undefined && parent.owner !== known.owner) {
    draft.report("attribution-mismatch", toolCallId);
  }
  return known ? known.owner : (tag ?? parent?.owner);
}

function startCall(draft: Draft, event: EventOf<"TOOL_CALL_START">): void {
  const { toolCallId, toolCallName, metadata } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (entry?.isOpen) {
    draft.report("already-open", toolCallId);
  }
  const owner = checkCallOwner(draft, event);
  draft.putLedger("toolCalls", toolCallId, ledgerEntry(toolCallId, true, owner));

  const info = getOwn(draft.now.toolCalls, toolCallId);
  const existing = info && draft.ownToolCall(info.messageId, toolCallId);
  const { runId } = draft.now.run;
  if (info && existing) {
    if (existing.function.name !== toolCallName) {
      draft.report("tool-renamed", toolCallId);
      existing.function.name = toolCallName;
    }
    Object.assign(existing, mergedMetadata(existing.metadata, metadata));
    const isAnswered = info.resultMessageId !== undefined;
    const status = isAnswered ? info.status : "streaming";
    draft.put("toolCalls", toolCallId, { ...info, ...present({ runId, status }) });
  } else {
    const position = holderOf(draft, event);
    draft.ownToolCalls(position).push(
      draft.adopt(
        present({
          id: toolCallId,
          type: "function" as const,
          function: { name: toolCallName, arguments: "" },
          metadata,
        }),
      ),
    );
    const messageId = draft.now.messages[position]?.id ?? "";
    // Some results come before their calls.
    const resultMessageId = draft.now.messages[findResult(draft, toolCallId)]?.id;
    const status = resultMessageId === undefined ? "streaming" : "complete";
    draft.put(
      "toolCalls",
      toolCallId,
      present({ messageId, status, runId, resultMessageId, startedAt: draft.at }),
    );
  }
  const held = getOwn(draft.ledger.heldArguments, toolCallId);
  if (held !== undefined) {
    draft.putLedger("heldArguments", toolCallId, undefined);
    appendArguments(draft, toolCallId, held);
  }
}

function appendArguments(draft: Draft, toolCallId: string, delta: string): void {
  const info = getOwn(draft.now.toolCalls, toolCallId);
  if (!info || delta === "") return;
  const call = draft.ownToolCall(info.messageId, toolCallId);
  if (call) {
    const before = draft.tellsAnew("toolCalls", toolCallId) ? "" : call.function.arguments;
    call.function.arguments = before + delta;
  }
  notePrediction(draft, toolCallId, call?.function.name);
}

/** Remembers that a call's arguments show up in the visible state. */
function notePrediction(draft: Draft, toolCallId: string, name: string | undefined): void {
  const { predictions, predictingIds } = draft.ledger;
  if (predictions.length === 0 || predictingIds.includes(toolCallId)) return;
  if (!predictions.some(({ tool }) => tool === name)) return;
  draft.setLedger({ predictingIds: [...predictingIds, toolCallId] });
}

function addArguments(draft: Draft, event: EventOf<"TOOL_CALL_ARGS">): void {
  const { toolCallId, delta, metadata } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (!entry && !getOwn(draft.now.toolCalls, toolCallId)) {
    draft.report("not-open", toolCallId);
    const { heldArguments } = draft.ledger;
    const size = Object.values(heldArguments).reduce((sum, { length }) => sum + length, 0);
    // Once full it stays full, so that arguments are cut off at their end and never have a hole.
    if (size < MAX_HELD_ARGUMENTS) {
      const held = (getOwn(heldArguments, toolCallId) ?? "") + delta;
      draft.putLedger("heldArguments", toolCallId, held);
    }
    return;
  }
  if (!entry?.isOpen) draft.report("not-open", toolCallId);
  checkOwner(draft, entry, event.subagentRunId, toolCallId);
  appendArguments(draft, toolCallId, delta);
  mergeCallMetadata(draft, toolCallId, metadata);
}

function endCall(draft: Draft, event: EventOf<"TOOL_CALL_END">): void {
  const { toolCallId } = event;
  const entry = draft.entry("toolCalls", toolCallId);
  if (!entry?.isOpen) draft.report("not-open", toolCallId);
  else {
    checkOwner(draft, entry, event.subagentRunId, toolCallId);
    draft.putLedger("toolCalls", toolCallId, { ...entry, isOpen: false });
  }
  const info = getOwn(draft.now.toolCalls, toolCallId);
  if (info?.status === "streaming")
    draft.put("toolCalls", toolCallId, { ...info, status: "pending" });
  mergeCallMetadata(draft, toolCallId, event.metadata);
}

function mergeCallMetadata(
  draft: Draft,
  toolCallId: string,
  metadata: EventOf<"TOOL_CALL_END">["metadata"],
): void {
  const info = metadata && getOwn(draft.now.toolCalls, toolCallId);
  const call = info && draft.ownToolCall(info.messageId, toolCallId);
  if (call) Object.assign(call, mergedMetadata(call.metadata, metadata));
}

/** The tool message that answers a call already. */
function findResult(draft: Draft, toolCallId: string): number {
  const info = getOwn(draft.now.toolCalls, toolCallId);
  if (info) return info.resultMessageId === undefined ? -1 : draft.find(info.resultMessageId);
  // A call that was never seen has no entry to remember its result.
  return draft.now.messages.findIndex(
    (message) => message.role === "tool" && message.toolCallId === toolCallId,
  );
}

/** Right behind the message that owns the call and the results that are there already. */
function resultPosition(draft: Draft, messageId: string | undefined): number {
  const { messages } = draft.now;
  const holder = messageId === undefined ? -1 : draft.find(messageId);
  if (holder === -1) return messages.length;
  let position = holder + 1;
  while (messages[position]?.role === "tool") position += 1;
  return position;
}

/** Puts the answer to a call where it belongs. The call has none yet. */
export function placeResult(draft: Draft, message: ToolMessage): void {
  const { id, toolCallId } = message;
  const info = getOwn(draft.now.toolCalls, toolCallId);
  draft.insert(message, resultPosition(draft, info?.messageId));
  if (info) {
    const answered = present({ resultMessageId: id, endedAt: draft.at });
    draft.put("toolCalls", toolCallId, { ...info, ...answered, status: statusOfResult(message) });
  }
  const { run } = draft.now;
  if (run.pendingToolCallIds.includes(toolCallId)) {
    const pendingToolCallIds = run.pendingToolCallIds.filter((other) => other !== toolCallId);
    draft.set("run", { ...run, pendingToolCallIds });
  }
}

function addResult(draft: Draft, event: EventOf<"TOOL_CALL_RESULT">): void {
  const { messageId, toolCallId, content, subagentRunId, metadata } = event;
  const info = getOwn(draft.now.toolCalls, toolCallId);
  const known = findResult(draft, toolCallId);
  if (known !== -1) {
    // Found as a tool message just now; a copy keeps its role.
    const message = draft.own(known) as ToolMessage;
    message.content = content;
    // It is no error any more: only answers that are made up for a missing one are.
    delete message.error;
    Object.assign(message, mergedMetadata(message.metadata, metadata));
    if (info) draft.put("toolCalls", toolCallId, { ...info, status: "complete" });
  } else {
    let id = messageId;
    if (id === "" || draft.find(id) !== -1) {
      id = draft.freshId(`${toolCallId}:result`);
      draft.report("id-collision", messageId);
    }
    placeResult(
      draft,
      present({ id, role: "tool" as const, toolCallId, content, subagentRunId, metadata }),
    );
  }
  const entry = draft.entry("text", messageId) ?? { id: messageId, isOpen: false };
  draft.putLedger("text", messageId, ledgerEntry(entry.id, entry.isOpen, subagentRunId));
}

/**
 * Tool calls live in assistant messages, their results are tool messages right behind them.
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

import type { Message, ToolCall, ToolMessage } from "../protocol/events.ts";
import { findMessage, findToolCall, getOwn } from "../store/select.ts";
import type { Snapshot, Timing, ToolCallInfo } from "./snapshotTypes.ts";
import { isRunning } from "./useAgentRun.ts";

/**
 * How far a tool call is, as a person sees it. `streaming`: its arguments arrive; `running`: it is
 * being answered; `waiting`: the run waits for a person; `stopped`: the run ended without an answer.
 */
export type ToolCallPhase = "streaming" | "running" | "waiting" | "complete" | "failed" | "stopped";

/** One tool call with everything that is known of it. Keeps its identity while nothing changes. */
export interface ToolCallView {
  readonly toolCall: ToolCall;
  readonly info: ToolCallInfo;
  /** The message that answers it. */
  readonly result: ToolMessage | undefined;
  readonly status: ToolCallPhase;
}

/** One message with what it takes to draw it. Keeps its identity while nothing changes. */
export interface MessageRow {
  readonly message: Message;
  /** The tool calls of an assistant message, in its order. */
  readonly calls: readonly ToolCallView[];
  /** Whether its text is still arriving. */
  readonly isStreaming: boolean;
  /** When it was thought, for a reasoning message. */
  readonly timing: Timing | undefined;
}

/**
 * A line of the transcript: a settled message as a row, and a message that is still growing as its
 * id alone, so that the list stays the same while it grows.
 */
export type TranscriptRow = MessageRow | string;

/**
 * Selects the lines of the transcript. Compare with `haveSameItems`.
 *
 * A tool message belongs to the call it answers and has no line of its own, unless no call owns
 * it. A settled message with nothing to show has none either.
 *
 * @param before - Lines selected earlier; what has not changed since keeps its identity.
 */
export function selectRows(
  snapshot: Snapshot,
  before: readonly TranscriptRow[] = [],
): readonly TranscriptRow[] {
  const growing = growingIds(snapshot);
  const known = new Map<string, MessageRow>();
  for (const row of before) if (typeof row !== "string") known.set(row.message.id, row);
  const rows: TranscriptRow[] = [];
  for (const message of snapshot.messages) {
    if (growing.has(message.id)) rows.push(message.id);
    else if (hasSomethingToShow(message, snapshot)) {
      const row = toRow(snapshot, message, false);
      const last = known.get(message.id);
      rows.push(last && isSameRow(last, row) ? last : row);
    }
  }
  return rows;
}

/** Selects one message as a row. Compare with {@link isSameRow}. */
export function selectRow(snapshot: Snapshot, id: string): MessageRow | undefined {
  const message = findMessage(snapshot, id);
  return message && toRow(snapshot, message, isTextArriving(snapshot, id));
}

/** Selects one tool call with its result. Compare with {@link isSameCall}. */
export function selectToolCall(snapshot: Snapshot, id: string): ToolCallView | undefined {
  const found = findToolCall(snapshot, id);
  if (found === undefined) return undefined;
  const { toolCall, info, result } = found;
  return { toolCall, info, result, status: toPhase(info, snapshot) };
}

/** Whether two rows show the same. */
export function isSameRow(a: MessageRow | undefined, b: MessageRow | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.message === b.message &&
    a.isStreaming === b.isStreaming &&
    a.timing === b.timing &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, at) => isSameCall(call, b.calls[at]))
  );
}

/** Whether two views of a tool call show the same. */
export function isSameCall(a: ToolCallView | undefined, b: ToolCallView | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.toolCall === b.toolCall && a.info === b.info && a.result === b.result && a.status === b.status
  );
}

/** Ids of the messages whose text, thought or tool arguments are still arriving. */
export function growingIds({ run, ledger, toolCalls }: Snapshot): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!isRunning(run)) return ids;
  for (const entries of [ledger.text, ledger.reasoning]) {
    for (const { id, isOpen } of Object.values(entries)) if (isOpen) ids.add(id);
  }
  for (const { id, isOpen } of Object.values(ledger.toolCalls)) {
    const info = isOpen && getOwn(toolCalls, id);
    if (info) ids.add(info.messageId);
  }
  return ids;
}

/** Selects whether anything is being written at this moment. */
export function isAnythingGrowing(snapshot: Snapshot): boolean {
  return growingIds(snapshot).size > 0;
}

function isTextArriving({ run, ledger }: Snapshot, id: string): boolean {
  const isOpen = (entry: { readonly id: string; readonly isOpen: boolean }) =>
    entry.isOpen && entry.id === id;
  return (
    isRunning(run) &&
    (Object.values(ledger.text).some(isOpen) || Object.values(ledger.reasoning).some(isOpen))
  );
}

function hasSomethingToShow(message: Message, { toolCalls }: Snapshot): boolean {
  switch (message.role) {
    case "tool":
      return getOwn(toolCalls, message.toolCallId) === undefined;
    case "assistant":
      return Boolean(message.content) || Boolean(message.toolCalls?.length);
    case "reasoning":
      return Boolean(message.content) || message.encryptedValue !== undefined;
    default:
      return true;
  }
}

const NO_CALLS: readonly ToolCallView[] = [];

function toRow(snapshot: Snapshot, message: Message, isStreaming: boolean): MessageRow {
  const timing = message.role === "reasoning" ? getOwn(snapshot.timings, message.id) : undefined;
  return { message, calls: toViews(snapshot, message), isStreaming, timing };
}

function toViews(snapshot: Snapshot, message: Message): readonly ToolCallView[] {
  if (message.role !== "assistant" || !message.toolCalls?.length) return NO_CALLS;
  return message.toolCalls.flatMap((toolCall) => {
    const info = getOwn(snapshot.toolCalls, toolCall.id);
    if (info === undefined) return [];
    const { resultMessageId } = info;
    const answer =
      resultMessageId === undefined ? undefined : findMessage(snapshot, resultMessageId);
    const result = answer?.role === "tool" ? answer : undefined;
    return { toolCall, info, result, status: toPhase(info, snapshot) };
  });
}

function toPhase(info: ToolCallInfo, { run, interrupts, toolCalls }: Snapshot): ToolCallPhase {
  const { status, runId } = info;
  if (status === "complete" || status === "failed") return status;
  const isOfThisRun = runId !== undefined && runId === run.runId;
  if (isRunning(run)) {
    // Interrupts stay open until the run that answers them ends: that run goes on where one before
    // it waited. Any other run will not answer a call that an earlier one left behind.
    const isResumed = runId !== undefined && interrupts.length > 0;
    if (!isOfThisRun && !isResumed) return "stopped";
    return status === "pending" ? "running" : "streaming";
  }
  const isAskedFor = interrupts.some(
    ({ toolCallId }) => toolCallId !== undefined && getOwn(toolCalls, toolCallId) === info,
  );
  return run.status === "waiting" && (isOfThisRun || isAskedFor) ? "waiting" : "stopped";
}

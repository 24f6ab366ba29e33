import type { Message } from "../protocol/events.ts";
import { findMessage, getOwn } from "../store/select.ts";
import { type InterruptRecord, interruptsBehind } from "./interruptRecords.ts";
import type { Snapshot, Timing } from "./snapshotTypes.ts";
import {
  isOutput,
  isSameCall,
  type OutputsByCall,
  outputsIn,
  type ToolCallView,
  toViews,
} from "./toolCallViews.ts";
import { isRunning } from "./useAgentRun.ts";
import { haveSameItems } from "./useSnapshot.ts";

/** One message with what it takes to draw it. Keeps its identity while nothing changes. */
export interface MessageRow {
  readonly message: Message;
  /** The tool calls of an assistant message, in its order. */
  readonly calls: readonly ToolCallView[];
  /** Whether its text is still arriving. */
  readonly isStreaming: boolean;
  /** When it was thought, for a reasoning message. */
  readonly timing: Timing | undefined;
  /** What the agent asked a person behind this message, and what was answered. */
  readonly interrupts: readonly InterruptRecord[];
  /** Whether the message itself is drawn here, and not with a tool call or not at all. */
  readonly hasBody: boolean;
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
 * it; neither has an activity that names a call. A settled message with nothing to show has none
 * either.
 *
 * @param before - Lines selected earlier; what has not changed since keeps its identity.
 */
export function selectRows(
  snapshot: Snapshot,
  before: readonly TranscriptRow[] = [],
): readonly TranscriptRow[] {
  const growing = growingIds(snapshot);
  const outputs = outputsIn(snapshot.messages, snapshot.toolCalls);
  const known = new Map<string, MessageRow>();
  for (const row of before) if (typeof row !== "string") known.set(row.message.id, row);
  const rows: TranscriptRow[] = [];
  for (const message of snapshot.messages) {
    if (growing.has(message.id)) rows.push(message.id);
    else {
      const row = toRow(snapshot, message, false, outputs);
      if (!row.hasBody && row.interrupts.length === 0) continue;
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

/** Whether two rows show the same. */
export function isSameRow(a: MessageRow | undefined, b: MessageRow | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.message === b.message &&
    a.isStreaming === b.isStreaming &&
    a.timing === b.timing &&
    a.hasBody === b.hasBody &&
    haveSameItems(a.interrupts, b.interrupts) &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, at) => isSameCall(call, b.calls[at]))
  );
}

/** Ids of the messages whose text, thought, tool arguments or progress are still arriving. */
export function growingIds({ run, ledger, toolCalls }: Snapshot): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!isRunning(run)) return ids;
  for (const entries of [ledger.text, ledger.reasoning]) {
    for (const { id, isOpen } of Object.values(entries)) if (isOpen) ids.add(id);
  }
  for (const { id, isOpen } of Object.values(ledger.toolCalls)) {
    const info = getOwn(toolCalls, id);
    // What a tool reports while it runs comes as often as text does.
    if (info && (isOpen || info.status === "running")) ids.add(info.messageId);
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

function hasBody(message: Message, snapshot: Snapshot): boolean {
  switch (message.role) {
    case "tool":
      return getOwn(snapshot.toolCalls, message.toolCallId) === undefined;
    case "assistant":
      return Boolean(message.content) || Boolean(message.toolCalls?.length);
    case "reasoning":
      return Boolean(message.content) || message.encryptedValue !== undefined;
    case "activity":
      return !isOutput(message, snapshot);
    default:
      return true;
  }
}

function toRow(
  snapshot: Snapshot,
  message: Message,
  isStreaming: boolean,
  outputs?: OutputsByCall,
): MessageRow {
  return {
    message,
    calls: toViews(snapshot, message, outputs),
    isStreaming,
    timing: message.role === "reasoning" ? getOwn(snapshot.timings, message.id) : undefined,
    interrupts: interruptsBehind(snapshot, message.id),
    hasBody: isStreaming || hasBody(message, snapshot),
  };
}

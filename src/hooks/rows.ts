import type { Message, ToolCall, ToolMessage } from "../protocol/events.ts";
import type { Snapshot, Timing, ToolCallInfo } from "./snapshotTypes.ts";
import { isRunning } from "./useAgentRun.ts";
import { haveSameItems } from "./useSnapshot.ts";

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
 */
export function selectRows(snapshot: Snapshot): readonly TranscriptRow[] {
  const growing = growingIds(snapshot);
  const results = resultsByCall(snapshot.messages);
  const rows: TranscriptRow[] = [];
  for (const message of snapshot.messages) {
    if (growing.has(message.id)) rows.push(message.id);
    else if (hasSomethingToShow(message, snapshot)) {
      rows.push(toRow(snapshot, message, results, false));
    }
  }
  return rows;
}

/** Selects one message as a row. For a message that is still growing, see {@link selectRows}. */
export function selectRow(snapshot: Snapshot, id: string): MessageRow | undefined {
  const message = findMessage(snapshot, id);
  if (message === undefined) return undefined;
  const hasCalls = message.role === "assistant" && message.toolCalls !== undefined;
  const results = hasCalls ? resultsByCall(snapshot.messages) : NO_RESULTS;
  return toRow(snapshot, message, results, isTextArriving(snapshot, id));
}

/** Selects one tool call with its result. */
export function selectToolCall(snapshot: Snapshot, id: string): ToolCallView | undefined {
  const info = getOwn(snapshot.toolCalls, id);
  const owner = info && findMessage(snapshot, info.messageId);
  if (owner?.role !== "assistant") return undefined;
  const toolCall = owner.toolCalls?.find((call) => call.id === id);
  const result = findMessage(snapshot, info?.resultMessageId);
  return toolCall && toView(snapshot, toolCall, result?.role === "tool" ? result : undefined);
}

/** Finds a message by id, from the end, where whatever is going on takes place. */
export function findMessage(snapshot: Snapshot, id: string | undefined): Message | undefined {
  return id === undefined ? undefined : snapshot.messages.findLast((one) => one.id === id);
}

type Results = ReadonlyMap<string, ToolMessage>;

const NO_RESULTS: Results = new Map();
const NO_CALLS: readonly ToolCallView[] = [];

function resultsByCall(messages: readonly Message[]): Results {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "tool") results.set(message.toolCallId, message);
  }
  return results;
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

// Derived from their arguments alone: a cache that forgets changes nothing but identity.
const rowCache = new WeakMap<Message, MessageRow>();
const viewCache = new WeakMap<ToolCall, ToolCallView>();

function toRow(
  snapshot: Snapshot,
  message: Message,
  results: Results,
  isStreaming: boolean,
): MessageRow {
  const calls = toViews(snapshot, message, results);
  const timing = message.role === "reasoning" ? getOwn(snapshot.timings, message.id) : undefined;
  const known = rowCache.get(message);
  const isSame =
    known &&
    known.isStreaming === isStreaming &&
    known.timing === timing &&
    haveSameItems(known.calls, calls);
  if (isSame) return known;
  const row = { message, calls, isStreaming, timing };
  rowCache.set(message, row);
  return row;
}

function toViews(snapshot: Snapshot, message: Message, results: Results): readonly ToolCallView[] {
  if (message.role !== "assistant" || !message.toolCalls?.length) return NO_CALLS;
  return message.toolCalls.flatMap(
    (toolCall) => toView(snapshot, toolCall, results.get(toolCall.id)) ?? [],
  );
}

function toView(
  { run, toolCalls }: Snapshot,
  toolCall: ToolCall,
  result: ToolMessage | undefined,
): ToolCallView | undefined {
  const info = getOwn(toolCalls, toolCall.id);
  if (info === undefined) return undefined;
  const status = toStatus(info, run);
  const known = viewCache.get(toolCall);
  if (known?.info === info && known.result === result && known.status === status) return known;
  const view = { toolCall, info, result, status };
  viewCache.set(toolCall, view);
  return view;
}

function toStatus(info: ToolCallInfo, run: Snapshot["run"]): ToolCallPhase {
  if (info.status === "complete" || info.status === "failed") return info.status;
  // A call of an earlier run that was never answered will not be answered by this one.
  if (info.runId === undefined || info.runId !== run.runId) return "stopped";
  if (isRunning(run)) return info.status === "pending" ? "running" : "streaming";
  return run.status === "waiting" ? "waiting" : "stopped";
}

/** Ids come from outside; `constructor` is one that every object answers to. */
function getOwn<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

import type { Message } from "../protocol/events.ts";
import { isRunning } from "../reducer/isRunning.ts";
import { findMessage } from "../reducer/lookup.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot, Timing } from "../reducer/snapshot.ts";
import { haveSameItems } from "./haveSameItems.ts";
import {
  type InterruptRecord,
  interruptsAfter,
  interruptsAfterSubagent,
} from "./interruptPlacement.ts";
import { type Ancestry, ancestryOf, ownerOf } from "./subagentAncestry.ts";
import {
  activitiesByCall,
  isOutput,
  isSameCall,
  type OutputsByCall,
  type ToolCallView,
  toViews,
} from "./toolCallView.ts";

/** One message with what it takes to draw it. Keeps its identity while nothing changes. */
export interface MessageRow {
  readonly message: Message;
  /** The tool calls of an assistant message, in its order. */
  readonly calls: readonly ToolCallView[];
  /** Whether its text is still arriving. */
  readonly isStreaming: boolean;
  /** Whether it is reasoning of a run that goes on, and nothing has begun behind it. */
  readonly isCurrent: boolean;
  /** When it was thought, for a reasoning message. */
  readonly timing: Timing | undefined;
  /** What the agent asked a person behind this message, and what was answered. */
  readonly interrupts: readonly InterruptRecord[];
  /** Whether the message itself is drawn here, and not with a tool call or not at all. */
  readonly hasBody: boolean;
  /** Ids of the sub-agents that are shown behind it; those of a tool call are with the call. */
  readonly subagents: readonly string[];
  /** Whether it is the last of an answer that is over: what can be done with that stands below it. */
  readonly endsAnswer: boolean;
}

/** A sub-agent that is shown in a place of its own. Keeps its identity while nothing changes. */
export interface SubagentRow {
  readonly subagentId: string;
  /** What the agent itself asked a person behind this card. */
  readonly interrupts: readonly InterruptRecord[];
}

/**
 * A line of the transcript: a settled message as a row, a message that is still growing as its id
 * alone, so that the list stays the same while it grows, and a sub-agent with all that it does.
 */
export type TranscriptRow = MessageRow | SubagentRow | string;

/**
 * Selects the lines of the transcript, or of what one sub-agent said. Compare with `haveSameItems`.
 *
 * A tool message belongs to the call it answers and has no line of its own, unless no call owns
 * it; neither has an activity that names a call. A settled message with nothing to show has none
 * either. What a sub-agent said is in its card, which has one line, unless a call or a message shows
 * it, in the place where it spoke first.
 *
 * @param before - Lines selected earlier; what has not changed since keeps its identity.
 * @param of - The sub-agent; the agent itself when absent.
 */
export function selectRows(
  snapshot: Snapshot,
  before: readonly TranscriptRow[] = [],
  of?: string,
): readonly TranscriptRow[] {
  const growing = streamingIds(snapshot);
  const family = ancestryOf(snapshot);
  const outputs = activitiesByCall(snapshot.messages, snapshot.toolCalls);
  const known = new Map(before.map((row) => [rowId(row), row]));
  const rows: TranscriptRow[] = [];
  const addCard = (subagentId: string) => {
    const row = { subagentId, interrupts: interruptsAfterSubagent(snapshot, subagentId) };
    const last = known.get(rowId(row));
    rows.push(isSubagentRow(last) && haveSameItems(last.interrupts, row.interrupts) ? last : row);
  };
  for (const message of snapshot.messages) {
    const card = family.atFirst.get(message.id);
    if (card !== undefined && family.holderOf.get(card) === of) addCard(card);
    if (ownerOf(message) !== of) continue;
    if (growing.has(message.id)) rows.push(message.id);
    else {
      const row = toRow(snapshot, message, false, { outputs, family });
      if (!row.hasBody && row.interrupts.length + row.subagents.length === 0) continue;
      const last = known.get(message.id);
      rows.push(isMessageRow(last) && isSameRow(last, row) ? last : row);
    }
  }
  for (const id of family.atEnd.get(of) ?? []) addCard(id);
  if (of === undefined) markEnds(rows, snapshot.run);
  return rows;
}

/** Says of each row whether an answer ends with it; all else in a row keeps its identity. */
function markEnds(rows: TranscriptRow[], run: Snapshot["run"]): void {
  const ends = endsOf(rows, run);
  for (const [at, row] of rows.entries()) {
    const endsAnswer = ends.has(at);
    if (isMessageRow(row) && row.endsAnswer !== endsAnswer) rows[at] = { ...row, endsAnswer };
  }
}

/** With which rows an answer ends: the last it has, if it has words or calls and not thoughts alone. */
function endsOf(rows: readonly TranscriptRow[], { status }: Snapshot["run"]): ReadonlySet<number> {
  const ends = new Set<number>();
  // The last one is still being given, or waits for a person.
  let isOver = status === "idle" || status === "error";
  let end: number | undefined;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    if (!isMessageRow(row) || !row.hasBody) continue;
    const { role } = row.message;
    if (role === "user") {
      isOver = true;
      end = undefined;
    } else if (isOver && role !== "system" && role !== "developer") {
      end ??= at;
      // Of what comes before, the answer has its end already.
      if (role === "assistant") ends.add(end);
    }
  }
  return ends;
}

/** What tells a row from all others, and stays the same while it grows. */
export function rowId(row: TranscriptRow): string {
  if (typeof row === "string") return row;
  return "message" in row ? row.message.id : `subagent ${row.subagentId}`;
}

function isSubagentRow(row: TranscriptRow | undefined): row is SubagentRow {
  return typeof row === "object" && "subagentId" in row;
}

function isMessageRow(row: TranscriptRow | undefined): row is MessageRow {
  return typeof row === "object" && "message" in row;
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
    a.isCurrent === b.isCurrent &&
    a.timing === b.timing &&
    a.hasBody === b.hasBody &&
    haveSameItems(a.interrupts, b.interrupts) &&
    haveSameItems(a.subagents, b.subagents) &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, at) => isSameCall(call, b.calls[at]))
  );
}

/** Ids of the messages whose text, thought, tool arguments or progress are still arriving. */
export function streamingIds({ run, tracking, toolCalls }: Snapshot): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!isRunning(run)) return ids;
  for (const entries of [tracking.text, tracking.reasoning]) {
    for (const { id, isOpen } of Object.values(entries)) if (isOpen) ids.add(id);
  }
  for (const { id, isOpen } of Object.values(tracking.toolCalls)) {
    const info = getOwn(toolCalls, id);
    // What a tool reports while it runs comes as often as text does.
    if (info && (isOpen || info.status === "running")) ids.add(info.messageId);
  }
  return ids;
}

/** Selects whether anything is being written at this moment, besides thoughts if they do not count. */
export function isAnythingGrowing(snapshot: Snapshot, withThoughts = true): boolean {
  const ids = streamingIds(snapshot);
  return withThoughts
    ? ids.size > 0
    : [...ids].some((id) => findMessage(snapshot, id)?.role !== "reasoning");
}

function isTextArriving({ run, tracking }: Snapshot, id: string): boolean {
  const isOpen = (entry: { readonly id: string; readonly isOpen: boolean }) =>
    entry.isOpen && entry.id === id;
  return (
    isRunning(run) &&
    (Object.values(tracking.text).some(isOpen) || Object.values(tracking.reasoning).some(isOpen))
  );
}

/** Whether a thought of the run that goes on is the last thing said by whoever thinks it. */
function isCurrentThought({ run, tracking, messages }: Snapshot, message: Message): boolean {
  if (message.role !== "reasoning" || !isRunning(run)) return false;
  if (!Object.values(tracking.reasoning).some(({ id }) => id === message.id)) return false;
  return messages.findLast((one) => ownerOf(one) === ownerOf(message)) === message;
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

/** What all rows of a list are made with. */
interface RowParts {
  readonly outputs?: OutputsByCall;
  readonly family?: Ancestry;
}

const NOBODY: readonly string[] = [];

function toRow(
  snapshot: Snapshot,
  message: Message,
  isStreaming: boolean,
  { outputs, family = ancestryOf(snapshot) }: RowParts = {},
): MessageRow {
  return {
    message,
    calls: toViews(snapshot, message, outputs),
    isStreaming,
    isCurrent: isCurrentThought(snapshot, message),
    timing: message.role === "reasoning" ? getOwn(snapshot.timings, message.id) : undefined,
    interrupts: interruptsAfter(snapshot, message.id),
    hasBody: isStreaming || hasBody(message, snapshot),
    subagents: family.behind.get(message.id) ?? NOBODY,
    endsAnswer: false,
  };
}

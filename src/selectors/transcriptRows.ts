import type { Message } from "../protocol/events.ts";
import { isRunning } from "../reducer/isRunning.ts";
import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, Timing } from "../reducer/snapshot.ts";
import { haveSameItems } from "./compareItems.ts";
import {
  type InterruptRecord,
  interruptsAfter,
  interruptsAfterSubagent,
} from "./interruptPlacement.ts";
import { isTextArriving, streamIdsOf, streamingIds } from "./streamingIds.ts";
import { type SubagentIndex, subagentIdOf, subagentIndexOf } from "./subagentIndex.ts";
import {
  activitiesByCall,
  isOutput,
  isSameCall,
  needsUser,
  type OutputsByCall,
  type ToolCallView,
  toViews,
} from "./toolCallView.ts";
import { statesAfter } from "./writtenStates.ts";

/** A message with everything that its row shows. Keeps its identity while nothing changes. */
export interface MessageRow {
  /** The AG-UI message. */
  readonly message: Message;
  /** The tool calls of an assistant message, in order. */
  readonly calls: readonly ToolCallView[];
  /** True while the text of the message arrives. */
  readonly isStreaming: boolean;
  /** True for reasoning of the current run that nothing follows yet. */
  readonly isCurrent: boolean;
  /** Start of the message, and end of reasoning. */
  readonly timing: Timing | undefined;
  /** Interrupts that are shown after the message, open and answered. */
  readonly interrupts: readonly InterruptRecord[];
  /** Keys of the states that runs wrote after the message. */
  readonly states: readonly string[];
  /** False for a message that is shown by its tool call, or hidden. */
  readonly hasBody: boolean;
  /** Ids of the sub-agents that are shown after the message; sub-agents of a tool call are shown with the call. */
  readonly subagents: readonly string[];
  /** True for the last row of a complete reply, below which the message actions are shown. */
  readonly endsReply: boolean;
}

/** A sub-agent that has a row of its own. Keeps its identity while nothing changes. */
interface SubagentRow {
  /** The `subagentRunId`. */
  readonly subagentId: string;
  /** Interrupts of the agent itself that are shown after the card. */
  readonly interrupts: readonly InterruptRecord[];
}

/**
 * A row of the transcript: a complete message, the id of a streaming message, or a sub-agent. With the id, the list
 * does not change while the message streams.
 */
export type TranscriptRow = MessageRow | SubagentRow | string;

/**
 * Selects the rows of the transcript or of one sub-agent; compare results with `haveSameItems`.
 *
 * Tool messages and activities that belong to a tool call have no row, nor does a complete message with
 * nothing to show. Messages of a sub-agent are in its card; the card has a row at the sub-agent's first
 * message, unless a tool call or a message shows it.
 *
 * @param before - Rows selected before; unchanged rows keep their identity.
 * @param ownerId - The sub-agent whose rows are selected; the agent itself when absent.
 */
export function selectRows(
  snapshot: Snapshot,
  before: readonly TranscriptRow[] = [],
  ownerId?: string,
): readonly TranscriptRow[] {
  const streaming = streamingIds(snapshot);
  const subagentIndex = subagentIndexOf(snapshot);
  const outputs = activitiesByCall(snapshot.messages, snapshot.toolCalls);
  const lastMessages = new Map(
    snapshot.messages.map((message) => [subagentIdOf(message), message]),
  );
  const context = { outputs, subagentIndex, lastMessages };
  const previousRows = new Map(before.map((row) => [rowId(row), row]));
  const rows: TranscriptRow[] = [];
  const addCard = (subagentId: string) => {
    const row = { subagentId, interrupts: interruptsAfterSubagent(snapshot, subagentId) };
    const last = previousRows.get(rowId(row));
    rows.push(isSubagentRow(last) && haveSameItems(last.interrupts, row.interrupts) ? last : row);
  };
  for (const message of snapshot.messages) {
    const card = subagentIndex.byFirstMessage.get(message.id);
    if (card !== undefined && subagentIndex.containerOf.get(card) === ownerId) addCard(card);
    if (subagentIdOf(message) !== ownerId) continue;
    if (streaming.has(message.id)) rows.push(message.id);
    else {
      const row = toRow(snapshot, message, false, context);
      const { interrupts, subagents, states } = row;
      if (!row.hasBody && interrupts.length + subagents.length + states.length === 0) continue;
      const last = previousRows.get(message.id);
      rows.push(isMessageRow(last) && isSameRow(last, row) ? last : row);
    }
  }
  for (const id of subagentIndex.atEnd.get(ownerId) ?? []) addCard(id);
  if (ownerId === undefined) markReplyEnds(rows, snapshot.run);
  return rows;
}

/** Sets `endsReply` of each row; unchanged rows keep their identity. */
function markReplyEnds(rows: TranscriptRow[], run: Snapshot["run"]): void {
  const ends = replyEnds(rows, run);
  for (const [at, row] of rows.entries()) {
    const endsReply = ends.has(at);
    if (isMessageRow(row) && row.endsReply !== endsReply) rows[at] = { ...row, endsReply };
  }
}

/** Returns the indexes of the last rows of replies; a reply has text or tool calls, not reasoning alone. */
function replyEnds(
  rows: readonly TranscriptRow[],
  { status }: Snapshot["run"],
): ReadonlySet<number> {
  const ends = new Set<number>();
  // During a run and while the user is asked, the last reply is not complete.
  let isReplyComplete = status === "idle" || status === "error";
  let end: number | undefined;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    if (!isMessageRow(row) || !row.hasBody) continue;
    const { role } = row.message;
    if (role === "user") {
      isReplyComplete = true;
      end = undefined;
    } else if (isReplyComplete && role !== "system" && role !== "developer") {
      end ??= at;
      // Earlier messages belong to the same reply.
      if (role === "assistant") ends.add(end);
    }
  }
  return ends;
}

/** Returns the identity of a row, which stays the same while its message streams. */
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

/** Returns the calls of rows that need the user, in order. A message that still streams has none yet. */
export function waitingCallsIn(rows: readonly TranscriptRow[]): readonly ToolCallView[] {
  return rows.flatMap((row) => (isMessageRow(row) ? row.calls.filter(needsUser) : []));
}

/** Returns the rows without those that show nothing but hidden calls. */
export function withoutHiddenCalls(
  rows: readonly TranscriptRow[],
  hiddenIds: ReadonlySet<string>,
): readonly TranscriptRow[] {
  if (hiddenIds.size === 0) return rows;
  return rows.filter((row) => {
    if (!isMessageRow(row)) return true;
    const { message, calls, interrupts, subagents, states } = row;
    const hasOther = message.content || interrupts.length + subagents.length + states.length > 0;
    return hasOther || !calls.length || calls.some(({ toolCall }) => !hiddenIds.has(toolCall.id));
  });
}

/** Selects one message as a row. Compare with {@link isSameRow}. */
export function selectRow(snapshot: Snapshot, id: string): MessageRow | undefined {
  const message = findMessage(snapshot, id);
  return message && toRow(snapshot, message, isTextArriving(snapshot, id));
}

/** True for two rows with the same content. */
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
    haveSameItems(a.states, b.states) &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, at) => isSameCall(call, b.calls[at]))
  );
}

/** True for reasoning of the current run that is the last message of its agent or sub-agent. */
function isCurrentReasoning(
  { run, tracking, messages }: Snapshot,
  message: Message,
  lastMessages: RowContext["lastMessages"],
): boolean {
  if (message.role !== "reasoning" || !isRunning(run)) return false;
  if (!streamIdsOf(tracking.reasoning).all.has(message.id)) return false;
  const owner = subagentIdOf(message);
  const last = lastMessages
    ? lastMessages.get(owner)
    : messages.findLast((candidate) => subagentIdOf(candidate) === owner);
  return last === message;
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

/** Data that all rows of a list share. */
interface RowContext {
  readonly outputs?: OutputsByCall;
  readonly subagentIndex?: SubagentIndex;
  /** The last message of each sub-agent, and of the agent itself under `undefined`. */
  readonly lastMessages?: ReadonlyMap<string | undefined, Message>;
}

const NO_SUBAGENTS: readonly string[] = [];

function toRow(
  snapshot: Snapshot,
  message: Message,
  isStreaming: boolean,
  { outputs, subagentIndex = subagentIndexOf(snapshot), lastMessages }: RowContext = {},
): MessageRow {
  return {
    message,
    calls: toViews(snapshot, message, outputs),
    isStreaming,
    isCurrent: isCurrentReasoning(snapshot, message, lastMessages),
    timing: getOwn(snapshot.timings, message.id),
    interrupts: interruptsAfter(snapshot, message.id),
    hasBody: isStreaming || hasBody(message, snapshot),
    subagents: subagentIndex.afterMessage.get(message.id) ?? NO_SUBAGENTS,
    states: statesAfter(snapshot, message.id),
    endsReply: false,
  };
}

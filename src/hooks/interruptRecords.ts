import type { Message } from "../protocol/events.ts";
import { CLIENT_TOOL } from "../store/clientTool.ts";
import { findToolCall, getOwn } from "../store/select.ts";
import type { Thread } from "../store/types.ts";
import type { Snapshot } from "./snapshotTypes.ts";

/** An interrupt, open or answered, as a snapshot holds it. */
export type InterruptRecord = ReturnType<Thread["getSnapshot"]>["interrupts"][number];

interface Placed {
  readonly byCall: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Those without a call that is there, by the message they stand behind. */
  readonly behind: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Those that stand behind no message. */
  readonly atEnd: readonly InterruptRecord[];
}

const NOTHING: readonly InterruptRecord[] = [];
const NOWHERE: Placed = { byCall: new Map(), behind: new Map(), atEnd: NOTHING };

/** What was placed last for a list of open interrupts, and for what. */
const known = new WeakMap<
  readonly InterruptRecord[],
  { readonly of: Snapshot; readonly placed: Placed }
>();

/** Those which the page answers by itself, by running the handler of a tool, are nobody else's. */
function isForPerson(snapshot: Snapshot, { reason, toolCallId, answer }: InterruptRecord): boolean {
  if (reason !== CLIENT_TOOL || toolCallId === undefined) return true;
  return !answer && getOwn(snapshot.toolCalls, toolCallId)?.status !== "running";
}

function add(map: Map<string, InterruptRecord[]>, key: string, record: InterruptRecord): void {
  map.set(key, [...(map.get(key) ?? []), record]);
}

function place(snapshot: Snapshot): Placed {
  const byCall = new Map<string, InterruptRecord[]>();
  const behind = new Map<string, InterruptRecord[]>();
  const atEnd: InterruptRecord[] = [];
  const positions = new Map(snapshot.messages.map(({ id }, at) => [id, at]));
  for (const record of [...snapshot.answeredInterrupts, ...snapshot.interrupts]) {
    const { toolCallId } = record;
    if (!isForPerson(snapshot, record)) continue;
    const anchor = anchorOf(snapshot, record, positions);
    // Among the open ones an answered one keeps its place, until the conversation has gone on.
    const isLast = record.subagentRunId === undefined && anchor === snapshot.messages.at(-1)?.id;
    if (toolCallId !== undefined && findToolCall(snapshot, toolCallId)) {
      add(byCall, toolCallId, record);
    } else if (anchor === undefined || isLast) atEnd.push(record);
    else add(behind, anchor, record);
  }
  return { byCall, behind, atEnd };
}

/**
 * The message behind which an interrupt stands: its sub-agent's last, else where it was answered.
 * What came after the answer does not count, so that answering moves nothing of a sub-agent's.
 */
function anchorOf(
  { messages }: Snapshot,
  { answer, afterMessageId = "", subagentRunId }: InterruptRecord,
  positions: ReadonlyMap<string, number>,
): string | undefined {
  const end = (answer && positions.get(afterMessageId)) ?? -1;
  if (subagentRunId === undefined) return messages[end]?.id;
  const until = end < 0 ? messages : messages.slice(0, end + 1);
  const isOfSubagent = (message: Message) => message.subagentRunId === subagentRunId;
  return until.findLast(isOfSubagent)?.id ?? messages[end]?.id;
}

function placed(snapshot: Snapshot): Placed {
  const { interrupts, answeredInterrupts, toolCalls, messages } = snapshot;
  if (interrupts.length + answeredInterrupts.length === 0) return NOWHERE;
  const last = known.get(interrupts);
  // Text that grows moves nothing, and what a tool reports does not either; only a message or a call
  // that comes or goes, or that is answered, does.
  const isSame =
    last?.of.answeredInterrupts === answeredInterrupts &&
    last.of.messages.length === messages.length &&
    (last.of.toolCalls === toolCalls || haveSameCalls(last.of, snapshot));
  if (isSame) return last.placed;
  const made = place(snapshot);
  known.set(interrupts, { of: snapshot, placed: made });
  return made;
}

/** Whether the calls that are asked about stand where they did, and are as far. */
function haveSameCalls(before: Snapshot, now: Snapshot): boolean {
  if (before.messages !== now.messages) return false;
  return [...now.answeredInterrupts, ...now.interrupts].every(({ toolCallId }) => {
    if (toolCallId === undefined) return true;
    const [a, b] = [before, now].map(({ toolCalls }) => getOwn(toolCalls, toolCallId));
    return a?.status === b?.status && a?.messageId === b?.messageId;
  });
}

/** The interrupts about each tool call. */
export function interruptsByCall(snapshot: Snapshot): Placed["byCall"] {
  return placed(snapshot).byCall;
}

/** The interrupts that stand behind a message: answered there, or raised by its sub-agent. */
export function interruptsBehind(snapshot: Snapshot, id: string): readonly InterruptRecord[] {
  return placed(snapshot).behind.get(id) ?? NOTHING;
}

/** What a person is asked and has not answered yet. */
export function openQuestions(snapshot: Snapshot): readonly InterruptRecord[] {
  return snapshot.interrupts.filter((record) => !record.answer && isForPerson(snapshot, record));
}

/** The interrupts at the end of the transcript. */
export function interruptsAtEnd(snapshot: Snapshot): readonly InterruptRecord[] {
  return placed(snapshot).atEnd;
}

import { findMessage, findToolCall } from "../reducer/lookup.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { TANSTACK_CLIENT_TOOL } from "../store/interrupts/tanstackAnswer.ts";
import type { Thread } from "../store/thread/thread.ts";
import { ancestryOf, ownerOf } from "./subagentAncestry.ts";

/** An interrupt, open or answered, as a snapshot holds it. */
export type InterruptRecord = ReturnType<Thread["getSnapshot"]>["interrupts"][number];

interface Placed {
  readonly byCall: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Those without a call that is there, by the message they stand behind. */
  readonly behind: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Those of a sub-agent that has said nothing, and those that stand behind its card. */
  readonly inside: ReadonlyMap<string, readonly InterruptRecord[]>;
  readonly behindCard: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Those that stand behind no message. */
  readonly atEnd: readonly InterruptRecord[];
}

const NOTHING: readonly InterruptRecord[] = [];
const NOWHERE: Placed = {
  byCall: new Map(),
  behind: new Map(),
  inside: new Map(),
  behindCard: new Map(),
  atEnd: NOTHING,
};

/** What was placed last for a list of open interrupts, and for what. */
const known = new WeakMap<
  readonly InterruptRecord[],
  { readonly of: Snapshot; readonly placed: Placed }
>();

/** Those which the page answers by itself, by running the handler of a tool, are nobody else's. */
function isForPerson(snapshot: Snapshot, { reason, toolCallId, answer }: InterruptRecord): boolean {
  if (reason !== TANSTACK_CLIENT_TOOL || toolCallId === undefined) return true;
  return !answer && getOwn(snapshot.toolCalls, toolCallId)?.status !== "running";
}

function add(map: Map<string, InterruptRecord[]>, key: string, record: InterruptRecord): void {
  map.set(key, [...(map.get(key) ?? []), record]);
}

function place(snapshot: Snapshot): Placed {
  const byCall = new Map<string, InterruptRecord[]>();
  const behind = new Map<string, InterruptRecord[]>();
  const inside = new Map<string, InterruptRecord[]>();
  const behindCard = new Map<string, InterruptRecord[]>();
  const atEnd: InterruptRecord[] = [];
  const positions = new Map(snapshot.messages.map(({ id }, at) => [id, at]));
  for (const record of [...snapshot.answeredInterrupts, ...snapshot.interrupts]) {
    const { toolCallId, answer, afterMessageId = "" } = record;
    if (!isForPerson(snapshot, record)) continue;
    // What came after the answer does not count, so that answering moves nothing.
    const end = (answer && positions.get(afterMessageId)) ?? -1;
    const owner = subagentOf(snapshot, record);
    if (toolCallId !== undefined && findToolCall(snapshot, toolCallId)) {
      add(byCall, toolCallId, record);
    } else if (owner !== undefined) {
      const last = lastOf(snapshot, owner, end);
      if (last === undefined) add(inside, owner, record);
      else add(behind, last, record);
    } else if (end < 0 || end === snapshot.messages.length - 1) {
      // Among the open ones an answered one keeps its place, until the conversation has gone on.
      atEnd.push(record);
    } else {
      const { card, messageId } = outermost(snapshot, end);
      if (card === undefined) add(behind, messageId, record);
      else add(behindCard, card, record);
    }
  }
  return { byCall, behind, inside, behindCard, atEnd };
}

/** The last message of a sub-agent, up to a position if there is one. */
function lastOf(snapshot: Snapshot, owner: string, end: number): string | undefined {
  const own = ancestryOf(snapshot).members.get(owner) ?? [];
  const at = own.findLast((position) => end < 0 || position <= end);
  return at === undefined ? undefined : snapshot.messages[at]?.id;
}

/** What the agent itself was asked behind a sub-agent's message stands behind the card around it. */
function outermost(
  snapshot: Snapshot,
  at: number,
): { readonly card?: string; readonly messageId: string } {
  const { holderOf, atFirst, standsAt } = ancestryOf(snapshot);
  const message = snapshot.messages[at];
  let card = ownerOf(message);
  for (let up = card; up !== undefined; up = holderOf.get(up)) card = up;
  const messageId = (card !== undefined && standsAt.get(card)) || message?.id || "";
  return card !== undefined && atFirst.get(messageId) === card
    ? { card, messageId }
    : { messageId };
}

/** The sub-agent that raised an interrupt: by its tag, by what it says at its end, or by its call. */
export function subagentOf(
  snapshot: Snapshot,
  { id, subagentRunId, toolCallId }: InterruptRecord,
): string | undefined {
  const { members } = ancestryOf(snapshot);
  if (members.size === 0) return undefined;
  if (subagentRunId !== undefined && members.has(subagentRunId)) return subagentRunId;
  const named = Object.values(snapshot.subagents).find(({ interruptIds = [] }) =>
    interruptIds.includes(id),
  );
  if (named) return named.id;
  const call = toolCallId === undefined ? undefined : getOwn(snapshot.toolCalls, toolCallId);
  return call && ownerOf(findMessage(snapshot, call.messageId));
}

function placed(snapshot: Snapshot): Placed {
  const { interrupts, answeredInterrupts, toolCalls, messages } = snapshot;
  if (interrupts.length + answeredInterrupts.length === 0) return NOWHERE;
  const last = known.get(interrupts);
  // Text that grows moves nothing, and what a tool reports does not either; only a message or a call
  // that comes or goes, or that is answered, does.
  const isSame =
    last?.of.answeredInterrupts === answeredInterrupts &&
    last.of.subagents === snapshot.subagents &&
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
export function interruptsAfter(snapshot: Snapshot, id: string): readonly InterruptRecord[] {
  return placed(snapshot).behind.get(id) ?? NOTHING;
}

/** The interrupts of a sub-agent that has said nothing yet. */
export function interruptsInSubagent(snapshot: Snapshot, id: string): readonly InterruptRecord[] {
  return placed(snapshot).inside.get(id) ?? NOTHING;
}

/** The interrupts of the agent itself that stand behind the card of a sub-agent. */
export function interruptsAfterSubagent(
  snapshot: Snapshot,
  id: string,
): readonly InterruptRecord[] {
  return placed(snapshot).behindCard.get(id) ?? NOTHING;
}

/**
 * What a sub-agent asked a person, and those in its card, unless it is about a call of the agent.
 *
 * @param isLeftOut - Of whom nothing counts, nor of those in their cards.
 */
export function interruptsWithin(
  snapshot: Snapshot,
  id: string,
  isLeftOut: (id: string) => boolean = () => false,
): readonly InterruptRecord[] {
  const { answeredInterrupts, interrupts } = snapshot;
  if (interrupts.length + answeredInterrupts.length === 0) return NOTHING;
  const { holderOf } = ancestryOf(snapshot);
  return [...answeredInterrupts, ...interrupts].filter((record) => {
    if (!isForPerson(snapshot, record)) return false;
    for (let up = shownWith(snapshot, record); up !== undefined; up = holderOf.get(up)) {
      if (isLeftOut(up)) return false;
      if (up === id) return true;
    }
    return false;
  });
}

/** In whose card an interrupt is shown: that of its call, if it has one, or of who asks. */
function shownWith(snapshot: Snapshot, record: InterruptRecord): string | undefined {
  const { toolCallId } = record;
  const call = toolCallId === undefined ? undefined : findToolCall(snapshot, toolCallId);
  if (!call) return subagentOf(snapshot, record);
  return ownerOf(findMessage(snapshot, call.info.messageId));
}

/** What a person is asked and has not answered yet. */
export function openQuestions(snapshot: Snapshot): readonly InterruptRecord[] {
  return snapshot.interrupts.filter((record) => !record.answer && isForPerson(snapshot, record));
}

/** Whether all that a person is waited for is asked by sub-agents, whose cards say so. */
export function isAskedBySubagents(snapshot: Snapshot): boolean {
  const questions = openQuestions(snapshot);
  const calls = snapshot.run.pendingToolCallIds;
  return (
    questions.length > 0 &&
    questions.every((record) => shownWith(snapshot, record) !== undefined) &&
    calls.every((id) => {
      const call = getOwn(snapshot.toolCalls, id);
      return call && ownerOf(findMessage(snapshot, call.messageId)) !== undefined;
    })
  );
}

/** The interrupts at the end of the transcript. */
export function interruptsAtEnd(snapshot: Snapshot): readonly InterruptRecord[] {
  return placed(snapshot).atEnd;
}

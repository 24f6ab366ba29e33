import { findToolCall } from "../reducer/findToolCall.ts";
import { TANSTACK_CLIENT_TOOL } from "../reducer/interruptTypes.ts";
import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { subagentIdOf, subagentIndexOf } from "./subagentIndex.ts";

/** An interrupt of a snapshot: open, or answered. Its `answer` is absent until the user answers. */
export type InterruptRecord = Snapshot["interrupts"][number];

/** The interrupts of a snapshot by the element that shows them. */
interface InterruptPlacement {
  /** Interrupts about a tool call, by its id. */
  readonly byCall: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Interrupts without an existing call, by the message after which they are shown. */
  readonly after: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Interrupts of a sub-agent without messages, by its id. */
  readonly inSubagent: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Interrupts shown after the card of a sub-agent, by its id. */
  readonly afterSubagent: ReadonlyMap<string, readonly InterruptRecord[]>;
  /** Interrupts shown at the end of the transcript. */
  readonly atEnd: readonly InterruptRecord[];
}

const NO_INTERRUPTS: readonly InterruptRecord[] = [];
const NO_PLACEMENT: InterruptPlacement = {
  byCall: new Map(),
  after: new Map(),
  inSubagent: new Map(),
  afterSubagent: new Map(),
  atEnd: NO_INTERRUPTS,
};

/** The last placement by list of open interrupts, with its snapshot. */
const cache = new WeakMap<
  readonly InterruptRecord[],
  { readonly snapshot: Snapshot; readonly placement: InterruptPlacement }
>();

/** False for an interrupt that this tab resolves by running a tool handler. */
function isForUser(snapshot: Snapshot, { reason, toolCallId, answer }: InterruptRecord): boolean {
  if (reason !== TANSTACK_CLIENT_TOOL || toolCallId === undefined) return true;
  return !answer && getOwn(snapshot.toolCalls, toolCallId)?.status !== "running";
}

function addPlacement(
  map: Map<string, InterruptRecord[]>,
  key: string,
  record: InterruptRecord,
): void {
  const records = map.get(key);
  if (records) records.push(record);
  else map.set(key, [record]);
}

function computePlacement(snapshot: Snapshot): InterruptPlacement {
  const byCall = new Map<string, InterruptRecord[]>();
  const after = new Map<string, InterruptRecord[]>();
  const inSubagent = new Map<string, InterruptRecord[]>();
  const afterSubagent = new Map<string, InterruptRecord[]>();
  const atEnd: InterruptRecord[] = [];
  const positions = new Map(snapshot.messages.map(({ id }, at) => [id, at]));
  for (const record of [...snapshot.answeredInterrupts, ...snapshot.interrupts]) {
    const { toolCallId, answer, afterMessageId = "" } = record;
    if (!isForUser(snapshot, record)) continue;
    // Messages after the answer do not count, so that answering moves no card.
    const end = (answer && positions.get(afterMessageId)) ?? -1;
    const subagentRunId = subagentOf(snapshot, record);
    if (toolCallId !== undefined && findToolCall(snapshot, toolCallId)) {
      addPlacement(byCall, toolCallId, record);
    } else if (subagentRunId !== undefined) {
      const last = lastMessageOf(snapshot, subagentRunId, end);
      if (last === undefined) addPlacement(inSubagent, subagentRunId, record);
      else addPlacement(after, last, record);
    } else if (end < 0 || end === snapshot.messages.length - 1) {
      // An answered interrupt stays among the open ones until the next message arrives.
      atEnd.push(record);
    } else {
      const { card, messageId } = outermostCard(snapshot, end);
      if (card === undefined) addPlacement(after, messageId, record);
      else addPlacement(afterSubagent, card, record);
    }
  }
  return { byCall, after, inSubagent, afterSubagent, atEnd };
}

/** Returns the id of the last message of a sub-agent, up to `end` unless that is negative. */
function lastMessageOf(snapshot: Snapshot, subagentRunId: string, end: number): string | undefined {
  const own = subagentIndexOf(snapshot).members.get(subagentRunId) ?? [];
  const at = own.findLast((position) => end < 0 || position <= end);
  return at === undefined ? undefined : snapshot.messages[at]?.id;
}

/** Returns the outermost card around a message, after which an interrupt of the agent itself is shown. */
function outermostCard(
  snapshot: Snapshot,
  at: number,
): { readonly card?: string; readonly messageId: string } {
  const { containerOf, byFirstMessage, anchorMessageOf } = subagentIndexOf(snapshot);
  const message = snapshot.messages[at];
  let card = subagentIdOf(message);
  for (let up = card; up !== undefined; up = containerOf.get(up)) card = up;
  const messageId = (card !== undefined && anchorMessageOf.get(card)) || message?.id || "";
  return card !== undefined && byFirstMessage.get(messageId) === card
    ? { card, messageId }
    : { messageId };
}

/** Returns the sub-agent that raised an interrupt: by its tag, by SUBAGENT_FINISHED, or by its tool call. */
export function subagentOf(
  snapshot: Snapshot,
  { id, serverId = id, subagentRunId, toolCallId }: InterruptRecord,
): string | undefined {
  const { members } = subagentIndexOf(snapshot);
  if (members.size === 0) return undefined;
  if (subagentRunId !== undefined && members.has(subagentRunId)) return subagentRunId;
  const named = Object.values(snapshot.subagents).find(({ interruptIds = [] }) =>
    interruptIds.includes(serverId),
  );
  if (named) return named.id;
  const call = toolCallId === undefined ? undefined : getOwn(snapshot.toolCalls, toolCallId);
  return call && subagentIdOf(findMessage(snapshot, call.messageId));
}

function placementOf(snapshot: Snapshot): InterruptPlacement {
  const { interrupts, answeredInterrupts, toolCalls, messages } = snapshot;
  if (interrupts.length + answeredInterrupts.length === 0) return NO_PLACEMENT;
  const last = cache.get(interrupts);
  if (last?.snapshot === snapshot) return last.placement;
  // Streaming text and tool progress move no interrupt; added, removed and answered messages and calls do.
  const isSame =
    last?.snapshot.answeredInterrupts === answeredInterrupts &&
    last.snapshot.subagents === snapshot.subagents &&
    last.snapshot.messages.length === messages.length &&
    (last.snapshot.toolCalls === toolCalls || haveSameInterruptedCalls(last.snapshot, snapshot));
  // Remembers the snapshot in any case, so that the calls of one snapshot are compared once.
  const placement = isSame ? last.placement : computePlacement(snapshot);
  cache.set(interrupts, { snapshot, placement });
  return placement;
}

/** True when the calls of all interrupts have the same message and status as before. */
function haveSameInterruptedCalls(before: Snapshot, now: Snapshot): boolean {
  if (before.messages !== now.messages) return false;
  return [...now.answeredInterrupts, ...now.interrupts].every(({ toolCallId }) => {
    if (toolCallId === undefined) return true;
    const [a, b] = [before, now].map(({ toolCalls }) => getOwn(toolCalls, toolCallId));
    return a?.status === b?.status && a?.messageId === b?.messageId;
  });
}

/** Returns the interrupts about each tool call, by its id. */
export function interruptsByCall(snapshot: Snapshot): InterruptPlacement["byCall"] {
  return placementOf(snapshot).byCall;
}

/** Returns the interrupts shown after a message: answered there, or raised by its sub-agent. */
export function interruptsAfter(snapshot: Snapshot, id: string): readonly InterruptRecord[] {
  return placementOf(snapshot).after.get(id) ?? NO_INTERRUPTS;
}

/** Returns the interrupts of a sub-agent without messages. */
export function interruptsInSubagent(snapshot: Snapshot, id: string): readonly InterruptRecord[] {
  return placementOf(snapshot).inSubagent.get(id) ?? NO_INTERRUPTS;
}

/** Returns the interrupts of the agent itself that are shown after the card of a sub-agent. */
export function interruptsAfterSubagent(
  snapshot: Snapshot,
  id: string,
): readonly InterruptRecord[] {
  return placementOf(snapshot).afterSubagent.get(id) ?? NO_INTERRUPTS;
}

/**
 * Returns the interrupts shown in the card of a sub-agent, including the cards inside it.
 *
 * @param isExcluded - True for a sub-agent that does not count, with the sub-agents in its card.
 */
export function interruptsWithin(
  snapshot: Snapshot,
  id: string,
  isExcluded: (id: string) => boolean = () => false,
): readonly InterruptRecord[] {
  const { answeredInterrupts, interrupts } = snapshot;
  if (interrupts.length + answeredInterrupts.length === 0) return NO_INTERRUPTS;
  const { containerOf } = subagentIndexOf(snapshot);
  return [...answeredInterrupts, ...interrupts].filter((record) => {
    if (!isForUser(snapshot, record)) return false;
    for (let up = cardOwnerOf(snapshot, record); up !== undefined; up = containerOf.get(up)) {
      if (isExcluded(up)) return false;
      if (up === id) return true;
    }
    return false;
  });
}

/** Returns the sub-agent in whose card an interrupt is shown: the owner of its call, else the one that raised it. */
function cardOwnerOf(snapshot: Snapshot, record: InterruptRecord): string | undefined {
  const { toolCallId } = record;
  const call = toolCallId === undefined ? undefined : findToolCall(snapshot, toolCallId);
  if (!call) return subagentOf(snapshot, record);
  return subagentIdOf(findMessage(snapshot, call.info.messageId));
}

/** Returns the interrupts that the user has not answered. */
export function interruptsForUser(snapshot: Snapshot): readonly InterruptRecord[] {
  return snapshot.interrupts.filter((record) => !record.answer && isForUser(snapshot, record));
}

/** Returns the sub-agents in whose cards, or in the cards inside them, the user is asked. */
export function subagentsWaitingForUser(snapshot: Snapshot): ReadonlySet<string> {
  const { containerOf } = subagentIndexOf(snapshot);
  const ids = new Set<string>();
  const owners = interruptsForUser(snapshot).map((record) => cardOwnerOf(snapshot, record));
  for (const id of snapshot.run.pendingToolCallIds) {
    const call = getOwn(snapshot.toolCalls, id);
    if (call?.status === "waiting") {
      owners.push(subagentIdOf(findMessage(snapshot, call.messageId)));
    }
  }
  for (const owner of owners) {
    for (let up = owner; up !== undefined && !ids.has(up); up = containerOf.get(up)) ids.add(up);
  }
  return ids;
}

/** True when sub-agents raised every open interrupt; their cards show them. */
export function isOnlySubagentWaiting(snapshot: Snapshot): boolean {
  const interrupts = interruptsForUser(snapshot);
  const calls = snapshot.run.pendingToolCallIds;
  return (
    interrupts.length > 0 &&
    interrupts.every((record) => cardOwnerOf(snapshot, record) !== undefined) &&
    calls.every((id) => {
      const call = getOwn(snapshot.toolCalls, id);
      return call && subagentIdOf(findMessage(snapshot, call.messageId)) !== undefined;
    })
  );
}

/** Returns the interrupts shown at the end of the transcript. */
export function interruptsAtEnd(snapshot: Snapshot): readonly InterruptRecord[] {
  return placementOf(snapshot).atEnd;
}

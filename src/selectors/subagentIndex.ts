import type { Message } from "../protocol/events.ts";
import { findToolCall } from "../reducer/findToolCall.ts";
import { findMessageIndex } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, SubagentInfo } from "../reducer/snapshot.ts";
import { changedIndices } from "./compareItems.ts";

/** The sub-agents of a thread: their messages, their parents, and where each is shown. */
export interface SubagentIndex {
  /** Positions in `messages` by sub-agent, in order of appearance. */
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** The parent by sub-agent; none for sub-agents that the agent itself started. */
  readonly parentOf: ReadonlyMap<string, string>;
  /** The sub-agent in whose card a sub-agent is shown. */
  readonly containerOf: ReadonlyMap<string, string>;
  /** Sub-agents shown with a tool call, by its id. */
  readonly underCall: ReadonlyMap<string, readonly string[]>;
  /** Sub-agents shown after a message, by its id. */
  readonly afterMessage: ReadonlyMap<string, readonly string[]>;
  /** The sub-agent that is shown at its own first message, by the id of that message. */
  readonly byFirstMessage: ReadonlyMap<string, string>;
  /** The message with which a sub-agent is shown: of its call, before it, or its own first. */
  readonly anchorMessageOf: ReadonlyMap<string, string>;
  /** Sub-agents without an anchor, shown at the end of their containing sub-agent or of the transcript. */
  readonly atEnd: ReadonlyMap<string | undefined, readonly string[]>;
  /** The message by tool call that started a sub-agent; `undefined` for a missing message. */
  readonly origins: ReadonlyMap<string, string | undefined>;
}

/** The tool call or message that started a sub-agent. */
interface Origin {
  readonly kind: "call" | "message";
  readonly id: string;
  readonly messageId: string;
  /** The sub-agent of the message or the call. */
  readonly subagentRunId: string | undefined;
}

/** Returns the sub-agent to which a message is attributed. */
export function subagentIdOf(message: Message | undefined): string | undefined {
  return message?.subagentRunId || undefined;
}

/** The last result for the sub-agents of a thread, with its snapshot. */
const cache = new WeakMap<
  Snapshot["subagents"],
  { readonly of: Snapshot; readonly index: SubagentIndex }
>();

/**
 * Returns the sub-agents of a thread, including unannounced ones that only have attributed messages. The
 * result keeps its identity while text streams, at the cost of one comparison per message.
 */
export function subagentIndexOf(snapshot: Snapshot): SubagentIndex {
  const last = cache.get(snapshot.subagents);
  if (last?.of === snapshot) return last.index;
  const index =
    last && isIndexCurrent(last.of, snapshot, last.index)
      ? last.index
      : computeSubagentIndex(snapshot);
  cache.set(snapshot.subagents, { of: snapshot, index });
  return index;
}

function isIndexCurrent(before: Snapshot, now: Snapshot, { origins }: SubagentIndex): boolean {
  const { messages } = now;
  const isSameMessage = (at: number) => {
    const [message, previous] = [messages[at], before.messages[at]];
    return message?.id === previous?.id && subagentIdOf(message) === subagentIdOf(previous);
  };
  if (!changedIndices(before.messages, messages)?.every(isSameMessage)) return false;
  if (before.toolCalls === now.toolCalls && before.messages === messages) return true;
  return [...origins].every(([id, messageId]) => originOf(now, id) === messageId);
}

function originOf(snapshot: Snapshot, toolCallId: string): string | undefined {
  return findToolCall(snapshot, toolCallId)?.info.messageId;
}

function computeSubagentIndex(snapshot: Snapshot): SubagentIndex {
  const { messages, subagents } = snapshot;
  const members = findMembers(snapshot);
  const findLastBefore = createMessageFinder(snapshot, members);
  const subagentByMessage = new Map(
    members.size > 0 ? messages.map((message) => [message.id, subagentIdOf(message)]) : [],
  );
  const parentOf = new Map<string, string>();
  const containerOf = new Map<string, string>();
  const underCall = new Map<string, string[]>();
  const afterMessage = new Map<string, string[]>();
  const byFirstMessage = new Map<string, string>();
  const atEnd = new Map<string | undefined, string[]>();
  const anchorMessageOf = new Map<string, string>();
  const origins = new Map<string, string | undefined>();
  for (const [id, [first = -1]] of members) {
    const info = getOwn(subagents, id);
    const anchor = info && anchorOf(snapshot, info, subagentByMessage, origins);
    const named = info?.parentSubagentRunId;
    const parent = named !== undefined && members.has(named) ? named : undefined;
    setParent(parentOf, id, parent ?? anchor?.subagentRunId);
    if (anchor && setParent(containerOf, id, anchor.subagentRunId)) {
      addToList(anchor.kind === "call" ? underCall : afterMessage, anchor.id, id);
      anchorMessageOf.set(id, anchor.messageId);
      continue;
    }
    setParent(containerOf, id, parent);
    // An announced sub-agent keeps its position when its first message arrives.
    const before = findLastBefore(info?.afterMessageId, containerOf.get(id));
    const message = before ?? messages[first];
    if (before) addToList(afterMessage, before.id, id);
    else if (message) byFirstMessage.set(message.id, id);
    else addToList(atEnd, containerOf.get(id), id);
    if (message) anchorMessageOf.set(id, message.id);
  }
  return {
    members,
    parentOf,
    containerOf,
    underCall,
    afterMessage,
    byFirstMessage,
    anchorMessageOf,
    atEnd,
    origins,
  };
}

/** Returns a function that finds the last message of an agent up to a message of any agent. */
function createMessageFinder(
  snapshot: Snapshot,
  members: ReadonlyMap<string, readonly number[]>,
): (upToId: string | undefined, subagentRunId: string | undefined) => Message | undefined {
  const { messages } = snapshot;
  let own: readonly number[] | undefined;
  const ownPositions = () =>
    [...messages.keys()].filter((at) => subagentIdOf(messages[at]) === undefined);
  return (upToId, subagentRunId) => {
    if (upToId === undefined) return undefined;
    const end = findMessageIndex(messages, upToId);
    own ??= ownPositions();
    const positions = subagentRunId === undefined ? own : (members.get(subagentRunId) ?? []);
    const count = countUpTo(positions, end);
    return count === 0 ? undefined : messages[positions[count - 1] ?? -1];
  };
}

/** Returns how many numbers of an ascending list are at most a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function findMembers({ messages, subagents }: Snapshot): Map<string, number[]> {
  // A record lists numeric ids first, so the entries are sorted by start.
  const announced = Object.values(subagents).sort(
    (a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0),
  );
  const members = new Map(announced.map(({ id }): [string, number[]] => [id, []]));
  for (const [at, message] of messages.entries()) {
    const subagentRunId = subagentIdOf(message);
    if (subagentRunId === undefined) continue;
    const own = members.get(subagentRunId);
    if (own) own.push(at);
    else members.set(subagentRunId, [at]);
  }
  return members;
}

function anchorOf(
  snapshot: Snapshot,
  { parentToolCallId, parentMessageId }: SubagentInfo,
  subagentByMessage: ReadonlyMap<string, string | undefined>,
  origins: Map<string, string | undefined>,
): Origin | undefined {
  if (parentToolCallId !== undefined) {
    const origin = originOf(snapshot, parentToolCallId);
    origins.set(parentToolCallId, origin);
    if (origin !== undefined) {
      const subagentRunId = subagentByMessage.get(origin);
      return { kind: "call", id: parentToolCallId, messageId: origin, subagentRunId };
    }
  }
  if (parentMessageId === undefined || !subagentByMessage.has(parentMessageId)) return undefined;
  const subagentRunId = subagentByMessage.get(parentMessageId);
  return { kind: "message", id: parentMessageId, messageId: parentMessageId, subagentRunId };
}

/** Sets a parent, unless that would make a cycle; returns false then. */
function setParent(of: Map<string, string>, id: string, parent: string | undefined): boolean {
  for (let up = parent; up !== undefined; up = of.get(up)) if (up === id) return false;
  if (parent !== undefined) of.set(id, parent);
  return true;
}

function addToList<K>(map: Map<K, string[]>, key: K, id: string): void {
  const list = map.get(key);
  if (list) list.push(id);
  else map.set(key, [id]);
}

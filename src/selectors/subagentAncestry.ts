import type { Message } from "../protocol/events.ts";
import { findToolCall } from "../reducer/lookup.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot, SubagentInfo } from "../reducer/snapshot.ts";
import { changedIndices } from "./changedIndices.ts";

/** Which sub-agents there are, what they said, who spawned whom, and where each is shown. */
export interface Ancestry {
  /** What each has made, as positions in `messages`; in the order in which they appeared. */
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** The sub-agent that spawned each; none for those of the agent itself. */
  readonly parentOf: ReadonlyMap<string, string>;
  /** The sub-agent in whose card each is shown. */
  readonly holderOf: ReadonlyMap<string, string>;
  /** Those shown under a tool call. */
  readonly underCall: ReadonlyMap<string, readonly string[]>;
  /** Those shown behind a message. */
  readonly behind: ReadonlyMap<string, readonly string[]>;
  /** Those shown in the place of their first message, by its id. */
  readonly atFirst: ReadonlyMap<string, string>;
  /** The message with which each is shown: of its call, before it, or its own first. */
  readonly standsAt: ReadonlyMap<string, string>;
  /** Those that have no place, at the end of what holds them: a sub-agent, or the agent itself. */
  readonly atEnd: ReadonlyMap<string | undefined, readonly string[]>;
  /** The messages of the calls that spawned one, as far as they are there. */
  readonly origins: ReadonlyMap<string, string | undefined>;
}

interface Anchor {
  readonly kind: "call" | "message";
  readonly id: string;
  readonly messageId: string;
  /** The sub-agent whose message that is, or holds the call. */
  readonly owner: string | undefined;
}

/** The sub-agent a message is attributed to. */
export function ownerOf(message: Message | undefined): string | undefined {
  return message?.subagentRunId || undefined;
}

/** What was found last for the sub-agents of a thread, and in which snapshot. */
const known = new WeakMap<
  Snapshot["subagents"],
  { readonly of: Snapshot; readonly family: Ancestry }
>();

/**
 * Finds the sub-agents of a thread, also those that only ever attributed something to themselves.
 * Keeps its identity while text grows, and costs one comparison for each message then.
 */
export function ancestryOf(snapshot: Snapshot): Ancestry {
  const last = known.get(snapshot.subagents);
  if (last?.of === snapshot) return last.family;
  const family =
    last && isSameFamily(last.of, snapshot, last.family) ? last.family : find(snapshot);
  known.set(snapshot.subagents, { of: snapshot, family });
  return family;
}

function isSameFamily(before: Snapshot, now: Snapshot, { origins }: Ancestry): boolean {
  const { messages } = now;
  const isAlike = (at: number) => {
    const [one, other] = [messages[at], before.messages[at]];
    return one?.id === other?.id && ownerOf(one) === ownerOf(other);
  };
  if (!changedIndices(before.messages, messages)?.every(isAlike)) return false;
  if (before.toolCalls === now.toolCalls && before.messages === messages) return true;
  return [...origins].every(([id, messageId]) => originOf(now, id) === messageId);
}

function originOf(snapshot: Snapshot, toolCallId: string): string | undefined {
  return findToolCall(snapshot, toolCallId)?.info.messageId;
}

function find(snapshot: Snapshot): Ancestry {
  const { messages, subagents } = snapshot;
  const members = findMembers(snapshot);
  const owners = new Map(
    members.size > 0 ? messages.map((message) => [message.id, ownerOf(message)]) : [],
  );
  const parentOf = new Map<string, string>();
  const holderOf = new Map<string, string>();
  const underCall = new Map<string, string[]>();
  const behind = new Map<string, string[]>();
  const atFirst = new Map<string, string>();
  const atEnd = new Map<string | undefined, string[]>();
  const standsAt = new Map<string, string>();
  const origins = new Map<string, string | undefined>();
  for (const [id, [first = -1]] of members) {
    const info = getOwn(subagents, id);
    const anchor = info && anchorOf(snapshot, info, owners, origins);
    const named = info?.parentSubagentRunId;
    const parent = named !== undefined && members.has(named) ? named : undefined;
    adopt(parentOf, id, parent ?? anchor?.owner);
    if (anchor && adopt(holderOf, id, anchor.owner)) {
      add(anchor.kind === "call" ? underCall : behind, anchor.id, id);
      standsAt.set(id, anchor.messageId);
      continue;
    }
    adopt(holderOf, id, parent);
    // One that was announced stays where it was, also when it begins to speak.
    const before = lastBefore(messages, info, holderOf.get(id));
    const message = before ?? messages[first];
    if (before) add(behind, before.id, id);
    else if (message) atFirst.set(message.id, id);
    else add(atEnd, holderOf.get(id), id);
    if (message) standsAt.set(id, message.id);
  }
  return { members, parentOf, holderOf, underCall, behind, atFirst, standsAt, atEnd, origins };
}

/** The last thing its holder had said when a sub-agent was announced. */
function lastBefore(
  messages: readonly Message[],
  info: SubagentInfo | undefined,
  holder: string | undefined,
): Message | undefined {
  const at = messages.findIndex(({ id }) => id === info?.afterMessageId);
  return messages.slice(0, at + 1).findLast((message) => ownerOf(message) === holder);
}

function findMembers({ messages, subagents }: Snapshot): Map<string, number[]> {
  // A record would put ids that look like numbers first.
  const announced = Object.values(subagents).sort(
    (a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0),
  );
  const members = new Map(announced.map(({ id }): [string, number[]] => [id, []]));
  for (const [at, message] of messages.entries()) {
    const owner = ownerOf(message);
    if (owner === undefined) continue;
    const own = members.get(owner);
    if (own) own.push(at);
    else members.set(owner, [at]);
  }
  return members;
}

function anchorOf(
  snapshot: Snapshot,
  { parentToolCallId, parentMessageId }: SubagentInfo,
  owners: ReadonlyMap<string, string | undefined>,
  origins: Map<string, string | undefined>,
): Anchor | undefined {
  if (parentToolCallId !== undefined) {
    const origin = originOf(snapshot, parentToolCallId);
    origins.set(parentToolCallId, origin);
    if (origin !== undefined) {
      const owner = owners.get(origin);
      return { kind: "call", id: parentToolCallId, messageId: origin, owner };
    }
  }
  if (parentMessageId === undefined || !owners.has(parentMessageId)) return undefined;
  const owner = owners.get(parentMessageId);
  return { kind: "message", id: parentMessageId, messageId: parentMessageId, owner };
}

/** Puts one below another, unless that one is below it already. */
function adopt(of: Map<string, string>, id: string, parent: string | undefined): boolean {
  for (let up = parent; up !== undefined; up = of.get(up)) if (up === id) return false;
  if (parent !== undefined) of.set(id, parent);
  return true;
}

function add<K>(map: Map<K, string[]>, key: K, id: string): void {
  map.set(key, [...(map.get(key) ?? []), id]);
}

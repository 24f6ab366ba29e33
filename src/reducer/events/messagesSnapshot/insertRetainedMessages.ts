import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message } from "../../../protocol/events.ts";
import type { RunTracking } from "../../runTracking.ts";
import type { MessageMatches } from "./matchProgress.ts";

interface InsertOptions extends MessageMatches {
  readonly stated: readonly Message[];
  /** Messages of the conversation that stay although the snapshot lacks them. */
  readonly retained: readonly Message[];
  /** True for a message of this client that the snapshot may not have yet. */
  readonly isSent: (message: Message) => boolean;
  /** True for a message that the run streams, or has streamed after everything that the snapshot states. */
  readonly isStreamed: (message: Message) => boolean;
  /** True for a stated message that an earlier snapshot has dropped. */
  readonly isRestated: (message: Message) => boolean;
  /** True for a message of the current run. */
  readonly isOfRun: (message: Message) => boolean;
  /** The content that replays have streamed, as in the run tracking. */
  readonly rebuiltStreams: RunTracking["rebuiltStreams"];
  /** Messages that are newer than the snapshot. */
  readonly later: ReadonlySet<Message>;
}

/**
 * Inserts the messages that only the conversation has between those of the snapshot: each after the message that
 * precedes it. Reasoning and activities stay before the reply that follows them, and after the question of their run.
 *
 * | conversation | snapshot | result |
 * | --- | --- | --- |
 * | `u1 r1 a1 u2` with reasoning `r1`, and `u2` just sent | `u1 a1` | `u1 r1 a1 u2` |
 * | `u1 u2` with `u2` just sent | `u1 a1` | `u1 a1 u2` |
 */
export function insertRetainedMessages(
  before: readonly Message[],
  options: InsertOptions,
): readonly Message[] {
  const { stated, snapshotIndexes, retained, rebuiltStreams, later } = options;
  if (retained.length === 0) return stated;
  const retainedSet = new Set(retained);
  const lastMatched = before.findLastIndex((message) => snapshotIndexes.has(message));
  const firstMatched = before.find((message) => snapshotIndexes.has(message));
  const moveAnchor = createAnchorMover(before[lastMatched], options);
  const beforeReply = findIndexesOfReplies(before, options);
  const beforeStream = findIndexesInReplay(snapshotIndexes, rebuiltStreams);
  /** Messages after each index of the snapshot; those at -1 come first. */
  const inserted = new Map<number, Message[]>();
  /** Index of the message of the snapshot after which the next message is inserted. */
  let anchor = firstMatched ? (snapshotIndexes.get(firstMatched) ?? 0) - 1 : -1;
  for (const [position, message] of before.entries()) {
    anchor = snapshotIndexes.get(message) ?? anchor;
    if (!retainedSet.has(message) || later.has(message)) continue;
    const isAtEnd = position > lastMatched;
    if (isAtEnd) anchor = moveAnchor(anchor, message);
    const replyIndex =
      beforeReply.get(message) ?? (isAtEnd ? beforeStream.get(message.id) : undefined);
    const index = replyIndex === undefined ? anchor : replyIndex - 1;
    const list = inserted.get(index);
    if (list) list.push(message);
    else inserted.set(index, [message]);
  }
  return [
    ...(inserted.get(-1) ?? []),
    ...stated.flatMap((message, index) => [message, ...(inserted.get(index) ?? [])]),
    ...retained.filter((message) => later.has(message)),
  ];
}

/**
 * Creates the function that moves the anchor for a message after everything that the snapshot states: new messages of the
 * snapshot may come before.
 *
 * @param lastKnown - The last message of the conversation that the snapshot states.
 */
function createAnchorMover(
  lastKnown: Message | undefined,
  { stated, existingByIndex, isSent, isStreamed, isRestated, isOfRun }: InsertOptions,
): (anchor: number, message: Message) => number {
  const question = stated.findLastIndex(({ role }) => role === "user");
  // A sent message comes before the replies to it: after the last known, user or restated message.
  let lastBeforeReplies = stated.findLastIndex(
    (message, index) =>
      existingByIndex[index] ||
      /^(user|system|developer)$/.test(message.role) ||
      isRestated(message),
  );
  // Results stay directly after their calls.
  while (stated[lastBeforeReplies + 1]?.role === "tool") lastBeforeReplies += 1;
  // Without a reply to the question before, the new replies answer that question: the sent message comes last.
  if (lastKnown?.role === "user") lastBeforeReplies = stated.length - 1;
  return (anchor, message) => {
    if (isStreamed(message)) return stated.length - 1;
    if (isSent(message)) return Math.max(anchor, lastBeforeReplies);
    if (isOfRun(message) && isClientOnly(message)) return Math.max(anchor, question);
    return anchor;
  };
}

/**
 * Returns the index in the snapshot of the reply that directly follows reasoning or an activity in the conversation.
 * A reply of the run does not move what an earlier run has made.
 */
function findIndexesOfReplies(
  before: readonly Message[],
  { snapshotIndexes, isOfRun }: Pick<InsertOptions, "snapshotIndexes" | "isOfRun">,
): ReadonlyMap<Message, number> {
  const indexes = new Map<Message, number>();
  let reply: Message | undefined;
  for (const message of before.toReversed()) {
    // A result that came before its call does not separate reasoning from the message of that call.
    if (message.role === "tool" && callsOf(reply).some(({ id }) => id === message.toolCallId))
      continue;
    if (!isClientOnly(message)) reply = message.role === "assistant" ? message : undefined;
    else if (reply && isOfRun(reply) === isOfRun(message)) {
      const index = snapshotIndexes.get(reply);
      if (index !== undefined) indexes.set(message, index);
    }
  }
  return indexes;
}

/**
 * Returns the index in the snapshot of the text or call that a replay has streamed directly after reasoning, by the id of
 * that reasoning. The conversation has reasoning at its end that only the replay has.
 */
function findIndexesInReplay(
  snapshotIndexes: ReadonlyMap<Message, number>,
  rebuiltStreams: RunTracking["rebuiltStreams"],
): ReadonlyMap<string, number> {
  const streamIndexes = new Map<string, number>(
    [...snapshotIndexes].flatMap(([message, index]) => [
      [`text:${message.id}`, index] as const,
      ...callsOf(message).map(({ id }) => [`toolCalls:${id}`, index] as const),
    ]),
  );
  const indexes = new Map<string, number>();
  let next: number | undefined;
  for (const key of Object.keys(rebuiltStreams).toReversed()) {
    if (!key.startsWith("reasoning:")) next = streamIndexes.get(key);
    else if (next !== undefined) indexes.set(key.slice("reasoning:".length), next);
  }
  return indexes;
}

/** True for a message of a kind that many servers do not store. */
function isClientOnly({ role }: Message): boolean {
  return role === "reasoning" || role === "activity";
}

import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { serverIdOf } from "../../serverIds.ts";
import type { MessageMatches } from "../messagesSnapshot/matchProgress.ts";

/** Matched messages, with their calls as the snapshot groups them. */
export interface RegroupedMatches extends MessageMatches {
  /**
   * The message of the conversation for each message of the snapshot, with the calls that the snapshot has in that
   * message. A message whose calls stay is the same object as in `existingByIndex`.
   */
  readonly messagesWithCalls: readonly (Message | undefined)[];
}

/**
 * Moves calls to the messages in which a snapshot has them. Some servers put a call into another message than the
 * stream did. A message that only holds calls of another one is matched with that one.
 */
export function regroupCalls(
  before: readonly Message[],
  stated: readonly Message[],
  { existingByIndex, snapshotIndexes }: MessageMatches,
): RegroupedMatches {
  /** By the id of a call: indexes of snapshot messages that have the call while the matched message lacks it. */
  const targets = new Map<string, number[]>();
  for (const [index, message] of stated.entries()) {
    for (const { id } of missingCalls(message, existingByIndex[index])) {
      const indexes = targets.get(id);
      if (indexes) indexes.push(index);
      else targets.set(id, [index]);
    }
  }
  const moved = new Set<ToolCall>();
  const arrivals = new Map<number, ToolCall[]>();
  const move = (calls: readonly ToolCall[], target: number) => {
    for (const call of calls) moved.add(call);
    const arrived = arrivals.get(target);
    if (arrived) arrived.push(...calls);
    else arrivals.set(target, [...calls]);
  };
  for (const [index, message] of existingByIndex.entries()) {
    for (const call of missingCalls(message, stated[index])) {
      const target = targets.get(serverIdOf(call))?.shift();
      if (target !== undefined) move([call], target);
    }
  }
  const isMissing = (index: number) => (call: ToolCall) =>
    targets.get(serverIdOf(call))?.includes(index);
  const merged = findMergedMessages(before, snapshotIndexes, isMissing);
  for (const [message, index] of merged) move(callsOf(message), index);
  const messagesWithCalls = existingByIndex.map((message, index) => {
    const calls = callsOf(message);
    const staying = calls.filter((call) => !moved.has(call));
    const arriving = arrivals.get(index) ?? [];
    const messageWithCalls = message ?? stated[index];
    const isSame = staying.length === calls.length && arriving.length === 0;
    if (isSame || messageWithCalls?.role !== "assistant") return message;
    return { ...messageWithCalls, toolCalls: [...staying, ...arriving] };
  });
  return {
    existingByIndex,
    snapshotIndexes: new Map([...snapshotIndexes, ...merged]),
    messagesWithCalls,
  };
}

/**
 * Returns the messages that only hold calls of which the snapshot has some in the message before them. The
 * stream may have sent the others since the snapshot was taken.
 *
 * @param isMissing - Returns a predicate for calls that only the snapshot has in the message at an index.
 */
function findMergedMessages(
  before: readonly Message[],
  snapshotIndexes: MessageMatches["snapshotIndexes"],
  isMissing: (index: number) => (call: ToolCall) => boolean | undefined,
): MessageMatches["snapshotIndexes"] {
  const merged = new Map<Message, number>();
  let previous = -1;
  for (const message of before) {
    const index = snapshotIndexes.get(message);
    if (message.role === "user") previous = -1;
    if (message.role !== "assistant") continue;
    const hasOnlyCalls = index === undefined && message.content === undefined;
    if (hasOnlyCalls && callsOf(message).some(isMissing(previous))) merged.set(message, previous);
    previous = index ?? previous;
  }
  return merged;
}

/** Returns the calls of a message that another version of it has not. */
function missingCalls(
  message: Message | undefined,
  other: Message | undefined,
): readonly ToolCall[] {
  const ids = new Set(callsOf(other).map(serverIdOf));
  return callsOf(message).filter((call) => call.id !== "" && !ids.has(serverIdOf(call)));
}

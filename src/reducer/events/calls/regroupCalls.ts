import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { serverIdOf } from "../../serverIds.ts";

/**
 * Returns the messages of the conversation that a snapshot states, each with the calls that the snapshot has in that
 * message. Some servers put a call into another message than the stream did. A message whose calls stay is returned as
 * it is.
 *
 * @param local - The message of the conversation for each stated message, by index.
 */
export function regroupCalls(
  stated: readonly Message[],
  local: readonly (Message | undefined)[],
): readonly (Message | undefined)[] {
  /** By the id of a call: indexes of the snapshot messages that have the call while their local message lacks it. */
  const targets = new Map<string, number[]>();
  for (const [index, message] of stated.entries()) {
    for (const { id } of missingCalls(message, local[index]))
      targets.set(id, [...(targets.get(id) ?? []), index]);
  }
  const moved = new Set<ToolCall>();
  const arrivals = new Map<number, ToolCall[]>();
  for (const [index, message] of local.entries()) {
    for (const call of missingCalls(message, stated[index])) {
      const target = targets.get(serverIdOf(call))?.shift();
      if (target === undefined) continue;
      moved.add(call);
      arrivals.set(target, [...(arrivals.get(target) ?? []), call]);
    }
  }
  return local.map((message, index) => {
    const before = callsOf(message);
    const staying = before.filter((call) => !moved.has(call));
    const arriving = arrivals.get(index) ?? [];
    const holder = message ?? stated[index];
    const isSame = staying.length === before.length && arriving.length === 0;
    if (isSame || holder?.role !== "assistant") return message;
    return { ...holder, toolCalls: [...staying, ...arriving] };
  });
}

/** Returns the calls of a message that another version of it has not. */
function missingCalls(
  message: Message | undefined,
  other: Message | undefined,
): readonly ToolCall[] {
  const ids = new Set(callsOf(other).map(serverIdOf));
  return callsOf(message).filter((call) => call.id !== "" && !ids.has(serverIdOf(call)));
}

import type { Message } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/lookup.ts";
import type { OpenStreams } from "../../reducer/runTracking.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Whether a message that is being told again has not come to what is shown of it. */
export function lagsBehind(next: Snapshot, shown: Snapshot): boolean {
  const { tracking, toolCalls } = next;
  if (!tracking.isReplay) return false;
  const open = (entries: OpenStreams) => Object.entries(entries).filter(([, { isOpen }]) => isOpen);
  const streamed = [...open(tracking.text), ...open(tracking.reasoning)].map(([, { id }]) => id);
  const holders = open(tracking.toolCalls).map(([id]) => getOwn(toolCalls, id)?.messageId);
  return [...streamed, ...holders].some((id) => {
    const before = id === undefined ? undefined : findMessage(shown, id);
    const told = id === undefined ? undefined : findMessage(next, id);
    return before && told ? lengthOf(told) < lengthOf(before) : false;
  });
}

/** How much a message says; of what is no text, nothing. */
export function lengthOf(message: Message): number {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const text = typeof message.content === "string" ? message.content.length : 0;
  return calls.reduce((sum, call) => sum + 1 + call.function.arguments.length, text);
}

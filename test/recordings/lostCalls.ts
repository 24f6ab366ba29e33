import type { Message } from "../../src/protocol/events.ts";

/**
 * Recordings in which a snapshot lacks a call that is being streamed. The recorded client lost that call, and our
 * thread completes it.
 */
export const LOSES_CALLS: ReadonlySet<string> = new Set([
  "strands/backend-tool-parallel",
  "strands/frontend-tool-parallel",
  "strands/frontend-tool-parallel.1",
  "strands/interrupt-two",
  "strands/interrupt-two.1",
]);

function callIdsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
}

/** Returns messages without the calls, and their results, that the recorded messages do not have. */
export function withoutLostCalls(
  messages: readonly Message[],
  recorded: readonly Message[],
): readonly Message[] {
  const known = new Set(callIdsIn(recorded));
  const lost = new Set(callIdsIn(messages).filter((id) => !known.has(id)));
  return messages
    .filter((message) => message.role !== "tool" || !lost.has(message.toolCallId))
    .map((message) =>
      message.role === "assistant" && message.toolCalls
        ? { ...message, toolCalls: message.toolCalls.filter(({ id }) => !lost.has(id)) }
        : message,
    );
}

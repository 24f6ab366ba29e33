import type { Message } from "../../src/protocol/events.ts";
import { serverIdOf } from "../../src/reducer/serverIds.ts";
import type { Turn } from "./conversation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns true when a call starts twice, after which its arguments differ from those of the reference. */
function repeatsCall(events: readonly Fields[]): boolean {
  const startedIds = events.flatMap(({ type, toolCallId }) =>
    type === "TOOL_CALL_START" || type === "TOOL_CALL_CHUNK" ? [toolCallId] : [],
  );
  return new Set(startedIds).size < startedIds.length;
}

/** Returns true when a snapshot lacks something that was streamed before, which may still be open. */
function lacksStreams(events: readonly Fields[]): boolean {
  return events.some(({ type, messages }, index) => {
    if (type !== "MESSAGES_SNAPSHOT") return false;
    const stated = JSON.stringify(messages);
    return events
      .slice(0, index)
      .flatMap(({ messageId, toolCallId }) => [messageId, toolCallId])
      .some((id) => typeof id === "string" && !stated.includes(JSON.stringify(id)));
  });
}

/** Returns true when arguments follow a snapshot that states their call. */
function continuesStatedCall(events: readonly Fields[]): boolean {
  const first = events.findIndex(({ type }) => type === "MESSAGES_SNAPSHOT");
  if (first === -1) return false;
  return events
    .slice(first)
    .some(({ type }) => type === "TOOL_CALL_ARGS" || type === "TOOL_CALL_CHUNK");
}

/**
 * True when a thread intentionally differs from the reference, which has two reasons: ids that a server uses again, and
 * content that streams while a snapshot arrives. `differences.test.ts` has an example of each.
 */
export function hasOwnIdentity(turns: readonly Turn[], messages: readonly Message[]): boolean {
  // The values may be no events on purpose.
  const events = turns.flatMap((turn) => turn.events as readonly Fields[]).filter(Boolean);
  const hasOtherIds = messages.some((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [message, ...calls].some((entity) => serverIdOf(entity) !== entity.id);
  });
  return hasOtherIds || repeatsCall(events) || lacksStreams(events) || continuesStatedCall(events);
}

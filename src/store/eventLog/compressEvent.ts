import { callsOf } from "../../protocol/callsOf.ts";
import type { Event, EventOf, Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isEqual } from "../../reducer/replaceEqualDeep.ts";
import {
  compressMessages,
  expandMessages,
  isMessageRefs,
  type MessageRefs,
} from "./compressMessages.ts";
import { COMPRESSED_MESSAGES, MESSAGE_REFS, withoutSentInput } from "./logEntries.ts";

/** True for an event that may repeat messages of the conversation. */
export function repeatsMessages(event: Event): boolean {
  return event.type === "RUN_STARTED" ? !!event.input : event.type === "MESSAGES_SNAPSHOT";
}

/**
 * Replaces repeated messages in an event by references: otherwise a log would grow with the square of the
 * conversation. An event that repeats few messages stays readable for other readers.
 *
 * @param conversation - The messages before the event.
 * @param recordedIds - Ids of the messages that a reader of the log has received.
 */
export function compressEvent(
  event: Event,
  conversation: readonly Message[],
  recordedIds: ReadonlySet<string>,
): Event {
  if (event.type === "RUN_STARTED" && event.input) {
    const { input, metadata } = event;
    // An echoed message changes nothing, except to which sub-agent it belongs.
    const isKnown = (message: Message, existing: Message) =>
      recordedIds.has(message.id) && isEqual(ownersOf(message), ownersOf(existing));
    const compressed = compressMessages(input.messages, conversation, isKnown);
    if (compressed.knownCount === 0) return event;
    const messages = [...compressed.messages];
    return {
      ...event,
      input: { ...input, messages },
      metadata: { ...metadata, [MESSAGE_REFS]: compressed.refs },
    };
  }
  if (event.type !== "MESSAGES_SNAPSHOT") return event;
  const { messages, refs, knownCount } = compressMessages(event.messages, conversation, isEqual);
  if (knownCount <= messages.length) return event;
  const { type: _, messages: __, rawEvent: ___, ...rest } = event;
  // The enum member of that name has this value.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return { ...rest, type, name: COMPRESSED_MESSAGES, value: { messages, ...refs } };
}

/** True for an entry whose meaning depends on the conversation before it. */
export function isCompressed(entry: Event): boolean {
  return messagesOf(entry) !== undefined;
}

/** Restores the event of an agent, without fields that no reader of a log needs. */
export function originalEvent(entry: Event, conversation: readonly Message[]): Event {
  const compressed = messagesOf(entry);
  if (!compressed) return withoutSentInput(entry);
  const messages = expandMessages(compressed.messages, compressed.refs, conversation);
  if (entry.type === "RUN_STARTED" && entry.input) {
    const { [MESSAGE_REFS]: _, ...others } = entry.metadata ?? {};
    const { metadata: __, ...rest } = entry;
    const metadata = Object.keys(others).length > 0 && { metadata: others };
    return { ...rest, ...metadata, input: { ...entry.input, messages } };
  }
  // Any other entry with compressed messages was made from a snapshot by `compressEvent`.
  const { type: _, name: __, value: ___, ...rest } = entry as EventOf<"CUSTOM">;
  // The enum member of that name has this value.
  const type = "MESSAGES_SNAPSHOT" as EventOf<"MESSAGES_SNAPSHOT">["type"];
  return { ...rest, type, messages };
}

interface CompressedValue {
  readonly messages: readonly Message[];
  readonly refs: MessageRefs;
}

function messagesOf(entry: Event): CompressedValue | undefined {
  if (entry.type === "RUN_STARTED") {
    const refs: unknown = entry.metadata?.[MESSAGE_REFS];
    return entry.input && isMessageRefs(refs)
      ? { messages: entry.input.messages, refs }
      : undefined;
  }
  if (entry.type !== "CUSTOM" || entry.name !== COMPRESSED_MESSAGES) return undefined;
  const value: unknown = entry.value;
  if (!isRecord(value) || !isMessageRefs(value) || !Array.isArray(value.messages)) return undefined;
  return { messages: value.messages, refs: value };
}

/** Returns the owners of a message and its tool calls. */
function ownersOf(message: Message): unknown {
  const { id, role, subagentRunId = null } = message;
  return { id, role, subagentRunId, calls: callsOf(message).map((call) => call.id) };
}

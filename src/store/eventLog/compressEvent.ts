import type { Event, EventOf, Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isEqual } from "../../reducer/json/deepEqual.ts";
import {
  compressMessages,
  expandMessages,
  isMessageRefs,
  type MessageRefs,
} from "./compressMessages.ts";
import { COMPRESSED_MESSAGES, MESSAGE_REFS, withoutSentInput } from "./entries.ts";

/** Whether an event may tell of messages that were there before it. */
export function repeatsMessages(event: Event): boolean {
  return event.type === "RUN_STARTED" ? !!event.input : event.type === "MESSAGES_SNAPSHOT";
}

/**
 * An event that tells the conversation again, told by what is new in it: else a log would grow with the
 * square of what was said. One that tells little again stays what it is, for any reader.
 *
 * @param conversation - The messages before it.
 * @param known - The ids of those that a reader of the log has heard of.
 */
export function compressEvent(
  event: Event,
  conversation: readonly Message[],
  known: ReadonlySet<string>,
): Event {
  if (event.type === "RUN_STARTED" && event.input) {
    const { input, metadata } = event;
    // An echo changes no message. It does tell whose it is.
    const isTold = (message: Message, there: Message) =>
      known.has(message.id) && isEqual(ownersOf(message), ownersOf(there));
    const told = compressMessages(input.messages, conversation, isTold);
    if (told.knownCount === 0) return event;
    const messages = [...told.messages];
    return {
      ...event,
      input: { ...input, messages },
      metadata: { ...metadata, [MESSAGE_REFS]: told.refs },
    };
  }
  if (event.type !== "MESSAGES_SNAPSHOT") return event;
  const {
    messages,
    refs,
    knownCount: again,
  } = compressMessages(event.messages, conversation, isEqual);
  if (again <= messages.length) return event;
  const { type: _, messages: __, rawEvent: ___, ...rest } = event;
  // `type` is the enum's member of that very name.
  const type = "CUSTOM" as EventOf<"CUSTOM">["type"];
  return { ...rest, type, name: COMPRESSED_MESSAGES, value: { messages, ...refs } };
}

/** Whether what an entry says depends on the conversation before it. */
export function isCompressed(entry: Event): boolean {
  return messagesOf(entry) !== undefined;
}

/** The event of an agent as it was sent, but for what no reader of a log needs. */
export function originalEvent(entry: Event, conversation: readonly Message[]): Event {
  const short = messagesOf(entry);
  if (!short) return withoutSentInput(entry);
  const messages = expandMessages(short.messages, short.retold, conversation);
  if (entry.type === "RUN_STARTED" && entry.input) {
    const { [MESSAGE_REFS]: _, ...others } = entry.metadata ?? {};
    const { metadata: __, ...rest } = entry;
    const metadata = Object.keys(others).length > 0 && { metadata: others };
    return { ...rest, ...metadata, input: { ...entry.input, messages } };
  }
  const { type: _, name: __, value: ___, ...rest } = entry as EventOf<"CUSTOM">;
  const type = "MESSAGES_SNAPSHOT" as EventOf<"MESSAGES_SNAPSHOT">["type"];
  return { ...rest, type, messages };
}

interface Short {
  readonly messages: readonly Message[];
  readonly retold: MessageRefs;
}

function messagesOf(entry: Event): Short | undefined {
  if (entry.type === "RUN_STARTED") {
    const retold: unknown = entry.metadata?.[MESSAGE_REFS];
    return entry.input && isMessageRefs(retold)
      ? { messages: entry.input.messages, retold }
      : undefined;
  }
  if (entry.type !== "CUSTOM" || entry.name !== COMPRESSED_MESSAGES) return undefined;
  const value: unknown = entry.value;
  if (!isRecord(value) || !isMessageRefs(value) || !Array.isArray(value.messages)) return undefined;
  return { messages: value.messages, retold: value };
}

/** Whose a message is, and its calls. */
function ownersOf(message: Message): unknown {
  const { id, role, subagentRunId = null } = message;
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return { id, role, subagentRunId, calls: calls.map((call) => call.id) };
}

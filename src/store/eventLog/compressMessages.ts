import type { Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";

/**
 * References from a list of messages to the conversation before it. An agent that repeats the conversation is
 * recorded as ranges of it: with 8 known messages and one new message, `parts` is `[[0, 8], 1]`.
 */
export interface MessageRefs {
  /** Number of messages that the indexes refer to. With another number, the indexes are invalid. */
  readonly indexedCount: number;
  /** Roles of the conversation that no listed message has. Messages of these roles have no index. */
  readonly omittedRoles: readonly Message["role"][];
  /** In order: a range of indexes in the conversation, or the number of messages that follow in full. */
  readonly parts: readonly (number | readonly [start: number, end: number])[];
}

/** Messages without those that the conversation has. */
interface CompressedMessages {
  /** Messages that the conversation does not have. */
  readonly messages: readonly Message[];
  readonly refs: MessageRefs;
  /** Number of listed messages that the conversation has. */
  readonly knownCount: number;
}

/**
 * Replaces messages by references to the conversation.
 *
 * @param isSame - True when a message can be replaced by the message of the conversation with its id.
 */
export function compressMessages(
  listed: readonly Message[],
  conversation: readonly Message[],
  isSame: (message: Message, existing: Message) => boolean,
): CompressedMessages {
  const roles = new Set(listed.map(({ role }) => role));
  const omittedRoles = [...new Set(conversation.map(({ role }) => role))].filter(
    (role) => !roles.has(role),
  );
  const indexed = conversation.filter(({ role }) => roles.has(role));
  const indexes = new Map(indexed.map(({ id }, index) => [id, index]));
  const messages: Message[] = [];
  const parts: (number | [number, number])[] = [];
  for (const message of listed) {
    const index = indexes.get(message.id) ?? -1;
    const existing = indexed[index];
    const last = parts.at(-1);
    if (existing && isSame(message, existing)) {
      if (Array.isArray(last) && last[1] === index) last[1] += 1;
      else parts.push([index, index + 1]);
    } else {
      messages.push(message);
      if (typeof last === "number") parts[parts.length - 1] = last + 1;
      else parts.push(1);
    }
  }
  const refs = { indexedCount: indexed.length, omittedRoles, parts };
  return { messages, refs, knownCount: listed.length - messages.length };
}

/** Restores messages from the conversation as it was when they were compressed. */
export function expandMessages(
  messages: readonly Message[],
  { indexedCount, omittedRoles, parts }: MessageRefs,
  conversation: readonly Message[],
): Message[] {
  const indexed = conversation.filter(({ role }) => !omittedRoles.includes(role));
  if (indexed.length !== indexedCount) return restoreAvailable(messages, indexed);
  let used = 0;
  return parts.flatMap((part) => {
    if (typeof part !== "number") return indexed.slice(...part);
    used += part;
    return messages.slice(used - part, used);
  });
}

/**
 * Returns the full messages and the indexed ones when the indexes are invalid: an earlier entry of the log could not be
 * read.
 */
function restoreAvailable(messages: readonly Message[], indexed: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const present = indexed.map((message) => byId.get(message.id) ?? message);
  const ids = new Set(indexed.map(({ id }) => id));
  return [...present, ...messages.filter(({ id }) => !ids.has(id))];
}

/** True when a value of a log has the shape of message references. */
export function isMessageRefs(value: unknown): value is MessageRefs {
  if (!isRecord(value)) return false;
  const { indexedCount, omittedRoles, parts } = value;
  return typeof indexedCount === "number" && Array.isArray(omittedRoles) && Array.isArray(parts);
}

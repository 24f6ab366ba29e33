import type { Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";

/** How the messages that a server tells again are made of the conversation that is there by then. */
export interface MessageRefs {
  /** How many messages of the conversation counted then: with more or fewer, a place in it is no place. */
  readonly of: number;
  /** The roles of which none is told: their messages do not count. */
  readonly without: readonly Message["role"][];
  /** In order: those from one place of the conversation to before another, or how many that are given. */
  readonly parts: readonly (number | readonly [start: number, end: number])[];
}

/** Told messages in fewer words. */
export interface CompressedMessages {
  /** Those that the conversation does not have. */
  readonly messages: readonly Message[];
  readonly refs: MessageRefs;
  /** How many of it are told again. */
  readonly knownCount: number;
}

/**
 * Tells messages by what the conversation has of them already.
 *
 * @param isSame - Whether a message need not be told, as the conversation has this one of the same id.
 */
export function compressMessages(
  told: readonly Message[],
  conversation: readonly Message[],
  isSame: (message: Message, knownCount: Message) => boolean,
): CompressedMessages {
  const roles = new Set(told.map(({ role }) => role));
  const without = [...new Set(conversation.map(({ role }) => role))].filter(
    (role) => !roles.has(role),
  );
  const counted = conversation.filter(({ role }) => roles.has(role));
  const places = new Map(counted.map(({ id }, at) => [id, at]));
  const messages: Message[] = [];
  const parts: (number | [number, number])[] = [];
  for (const message of told) {
    const at = places.get(message.id) ?? -1;
    const knownCount = counted[at];
    const last = parts.at(-1);
    if (knownCount && isSame(message, knownCount)) {
      if (Array.isArray(last) && last[1] === at) last[1] += 1;
      else parts.push([at, at + 1]);
    } else {
      messages.push(message);
      if (typeof last === "number") parts[parts.length - 1] = last + 1;
      else parts.push(1);
    }
  }
  const refs = { of: counted.length, without, parts };
  return { messages, refs, knownCount: told.length - messages.length };
}

/** The messages that were told, given the conversation as it was then. */
export function expandMessages(
  messages: readonly Message[],
  { of, without, parts }: MessageRefs,
  conversation: readonly Message[],
): Message[] {
  const counted = conversation.filter(({ role }) => !without.includes(role));
  if (counted.length !== of) return tellWhatIsThere(messages, counted);
  let given = 0;
  return parts.flatMap((part) => {
    if (typeof part !== "number") return counted.slice(...part);
    given += part;
    return messages.slice(given - part, given);
  });
}

/** Something before could not be read: nothing that could is to be lost as well. */
function tellWhatIsThere(messages: readonly Message[], counted: readonly Message[]): Message[] {
  const given = new Map(messages.map((message) => [message.id, message]));
  const there = counted.map((message) => given.get(message.id) ?? message);
  const ids = new Set(counted.map(({ id }) => id));
  return [...there, ...messages.filter(({ id }) => !ids.has(id))];
}

/** Whether a value of a log says how messages are told again. */
export function isMessageRefs(value: unknown): value is MessageRefs {
  if (!isRecord(value)) return false;
  const { of, without, parts } = value;
  return typeof of === "number" && Array.isArray(without) && Array.isArray(parts);
}

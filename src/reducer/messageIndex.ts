import type { Message } from "../protocol/events.ts";
import type { Snapshot } from "./snapshot.ts";

/** Position that a message had when the index had counted so many insertions. */
interface PositionHint {
  readonly position: number;
  readonly insertions: number;
}

/**
 * Positions of messages by id. The map has every id of the lists that share the index. The positions are hints: a list
 * for which one is wrong gets an index of its own.
 */
interface PositionIndex {
  readonly hints: Map<string, PositionHint>;
  /** Number of messages that were inserted before others; each moved the messages after it by one. */
  insertions: number;
}

/** Indexes of lists; a list and the lists copied from it share an index. */
const indexes = new WeakMap<readonly Message[], PositionIndex>();

/** Number of messages searched from the end before the index is used: streams nearly always fill the last ones. */
const TAIL = 4;

function createIndex(messages: readonly Message[]): PositionIndex {
  const hints = messages.map(({ id }, position) => [id, { position, insertions: 0 }] as const);
  const index = { hints: new Map(hints), insertions: 0 };
  indexes.set(messages, index);
  return index;
}

/** Returns the position of a message, or -1. */
export function findMessageIndex(messages: readonly Message[], id: string): number {
  const tail = Math.max(0, messages.length - TAIL);
  for (let i = messages.length - 1; i >= tail; i--) if (messages[i]?.id === id) return i;
  if (tail === 0) return -1;
  const { hints, insertions } = indexes.get(messages) ?? createIndex(messages);
  const hint = hints.get(id);
  if (!hint) return -1;
  // All insertions since the hint were after the message, or all before it.
  for (const moved of [0, insertions - hint.insertions])
    if (messages[hint.position + moved]?.id === id) return hint.position + moved;
  return createIndex(messages).hints.get(id)?.position ?? -1;
}

function setHint({ hints, insertions }: PositionIndex, id: string, position: number): void {
  hints.set(id, { position, insertions });
}

/** Copies a list for a batch of changes; the copy shares the index of the original. */
export function copyMessages(messages: readonly Message[]): Message[] {
  const copy = messages.slice();
  const index = indexes.get(messages);
  if (index) indexes.set(copy, index);
  return copy;
}

/** Inserts a message into a list that the caller owns, and updates the index. */
export function insertMessage(messages: Message[], position: number, message: Message): void {
  const index = indexes.get(messages);
  if (position >= messages.length) messages.push(message);
  else {
    messages.splice(position, 0, message);
    if (index) index.insertions += 1;
  }
  if (index) setHint(index, message.id, position);
}

/** Replaces a message in a list that the caller owns; the new message may have another id. */
export function replaceMessageAt(messages: Message[], position: number, message: Message): void {
  messages[position] = message;
  const index = indexes.get(messages);
  if (index) setHint(index, message.id, position);
}

/**
 * Returns the message with an id; `undefined` when the conversation has none.
 *
 * @example Showing the user message of a reply
 * ```ts
 * const text = findMessage(thread.getSnapshot(), userMessageId)?.content;
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function findMessage(snapshot: Snapshot, id: string): Message | undefined {
  return snapshot.messages[findMessageIndex(snapshot.messages, id)];
}

import type { Message } from "../protocol/events.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Positions of messages by id, one map for a list and all lists copied from it. The map knows every id
 * of each of these lists. Its positions are hints: a position that is wrong for one list is detected and
 * found by a linear search.
 */
const indexes = new WeakMap<readonly Message[], Map<string, number>>();

/** Number of messages searched from the end before the map is used: streams nearly always fill the last ones. */
const TAIL = 4;

function positionsById(messages: readonly Message[]): Map<string, number> {
  let index = indexes.get(messages);
  if (!index) {
    index = new Map();
    for (const [position, message] of messages.entries()) index.set(message.id, position);
    indexes.set(messages, index);
  }
  return index;
}

/** Returns the position of a message, or -1. */
export function findMessageIndex(messages: readonly Message[], id: string): number {
  const tail = Math.max(0, messages.length - TAIL);
  for (let i = messages.length - 1; i >= tail; i--) if (messages[i]?.id === id) return i;
  if (tail === 0) return -1;
  const hint = positionsById(messages).get(id);
  if (hint === undefined) return -1;
  if (messages[hint]?.id === id) return hint;
  for (let i = messages.length - 1; i >= 0; i--) if (messages[i]?.id === id) return i;
  return -1;
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
  if (position >= messages.length) messages.push(message);
  else messages.splice(position, 0, message);
  const index = indexes.get(messages);
  if (!index) return;
  for (let i = position; i < messages.length; i++) {
    const moved = messages[i];
    if (moved) index.set(moved.id, i);
  }
}

/** Replaces a message in a list that the caller owns; the new message may have another id. */
export function replaceMessageAt(messages: Message[], position: number, message: Message): void {
  messages[position] = message;
  indexes.get(messages)?.set(message.id, position);
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

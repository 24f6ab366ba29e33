import type { Message } from "../protocol/events.ts";

/**
 * Positions of messages by id, kept beside the list they index. A list and the longer lists that
 * grow from it share one map, so it is a hint: it knows every id of each of its lists, and a
 * position that another list has moved on is noticed and looked up the slow way.
 */
const indexes = new WeakMap<readonly Message[], Map<string, number>>();

/** Messages looked at before the map is asked: what streams is nearly always at the end. */
const TAIL = 4;

function indexOf(messages: readonly Message[]): Map<string, number> {
  let index = indexes.get(messages);
  if (!index) {
    index = new Map();
    for (const [position, message] of messages.entries()) index.set(message.id, position);
    indexes.set(messages, index);
  }
  return index;
}

/** The position of a message, or -1. */
export function findMessageIndex(messages: readonly Message[], id: string): number {
  const tail = Math.max(0, messages.length - TAIL);
  for (let i = messages.length - 1; i >= tail; i--) if (messages[i]?.id === id) return i;
  if (tail === 0) return -1;
  const hint = indexOf(messages).get(id);
  if (hint === undefined) return -1;
  if (messages[hint]?.id === id) return hint;
  for (let i = messages.length - 1; i >= 0; i--) if (messages[i]?.id === id) return i;
  return -1;
}

/** Copies a list for one batch of changes; the copy shares the original's index. */
export function copyMessages(messages: readonly Message[]): Message[] {
  const copy = messages.slice();
  const index = indexes.get(messages);
  if (index) indexes.set(copy, index);
  return copy;
}

/** Inserts a message into a list that belongs to the caller, keeping its index right. */
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

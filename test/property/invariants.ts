import { isDeepStrictEqual } from "node:util";
import type { Snapshot } from "../../src/core.ts";
import type { Event } from "../../src/protocol/events.ts";

/** Freezes a value and everything in it, so that whoever writes to it is found out. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key));
  return value;
}

/** What is wrong with the ids of a conversation. */
export function idFaults({ messages }: Snapshot): readonly string[] {
  const ids = messages.map(({ id }) => id);
  return [
    ...(new Set(ids).size < ids.length ? [`an id twice: ${ids}`] : []),
    ...(ids.includes("") ? ["an empty id"] : []),
  ];
}

/** What is wrong with the step from one snapshot to the next. */
export function slips(before: Snapshot, event: Event, after: Snapshot): readonly string[] {
  const found: string[] = [];
  const known = new Set(before.messages);
  const changed = before.messages.filter((message) => !after.messages.includes(message));
  if (event.type === "MESSAGES_SNAPSHOT") {
    for (const message of after.messages) {
      const same = before.messages.find(({ id }) => id === message.id);
      if (same && !known.has(message) && isDeepStrictEqual(same, message)) {
        found.push(`${message.id} is the same and was copied`);
      }
    }
    return found;
  }
  // An event builds one message at most; all others keep their identity.
  if (changed.length > 1) found.push(`${changed.length} messages were touched`);
  const order = after.messages.map(({ id }) => id);
  const kept = before.messages.map(({ id }) => order.indexOf(id));
  if (kept.includes(-1)) found.push("a message was lost");
  if (kept.some((at, i) => i > 0 && at <= (kept[i - 1] ?? -1))) found.push("the order changed");
  if (event.type === "RAW" && before.tracking.phase === "active" && before !== after) {
    found.push("an event that changes nothing made a new snapshot");
  }
  return found;
}

import type { EventName } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { eventChecks } from "../../protocol/validation/eventChecks.ts";

/** Returns true for the name of an event type of the protocol. */
export function isEventName(type: string): type is EventName {
  return Object.hasOwn(eventChecks, type);
}

/**
 * Returns the fields of a valid event that its type does not describe.
 *
 * The event checks are the only list of fields: they read the event through a proxy, and a field that no check
 * reads is not described.
 */
export function undescribedFields(value: unknown): readonly string[] {
  if (!isRecord(value) || typeof value.type !== "string" || !isEventName(value.type)) return [];
  const readKeys = new Set<PropertyKey>(["type"]);
  const observed = new Proxy(value, {
    get(target, key) {
      readKeys.add(key);
      return Reflect.get(target, key);
    },
  });
  eventChecks[value.type](observed, []);
  return Object.keys(value).filter((key) => !readKeys.has(key));
}

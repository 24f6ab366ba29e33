import type { EventName } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { eventChecks } from "../../protocol/validation/eventChecks.ts";

/** Whether the protocol has an event type of this name. */
export function isEventName(type: string): type is EventName {
  return Object.hasOwn(eventChecks, type);
}

/**
 * The fields of a right event that its type does not describe. The shape check is the one list of
 * fields that there is: it is shown the event, and what it does not look at is not described.
 */
export function undescribedFields(value: unknown): readonly string[] {
  if (!isRecord(value) || typeof value.type !== "string" || !isEventName(value.type)) return [];
  const seen = new Set<PropertyKey>(["type"]);
  const watched = new Proxy(value, {
    get(target, key) {
      seen.add(key);
      return Reflect.get(target, key);
    },
  });
  eventChecks[value.type](watched, []);
  return Object.keys(value).filter((key) => !seen.has(key));
}

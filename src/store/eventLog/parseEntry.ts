import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { type Check, type FieldFault, INVALID } from "../../protocol/validation/check.ts";
import { eventChecks } from "../../protocol/validation/eventChecks.ts";
import { isMessageRefs } from "./compressMessages.ts";
import { COMPRESSED_MESSAGES, createActionEntry, isLocalEntry, readAction } from "./logEntries.ts";

/** Placeholder for an unreadable entry, so that later positions do not change. */
export const UNREADABLE = createActionEntry("unreadable", {});

/** Faults about fields that a log always has. */
const DAMAGES: readonly FieldFault["kind"][] = ["missing", "repaired"];

const CHECKS: Readonly<Record<string, Check>> = eventChecks;

/** Fields that JSON drops when an in-page agent sets them to `undefined`. */
const PAYLOADS: Readonly<Record<string, string>> = { CUSTOM: "value", RAW: "event" };

/**
 * Parses an entry of a stored log; returns `undefined` for anything that cannot have been written there.
 * A local action is validated when it is applied.
 *
 * @param position - The position of the entry: a jump refers to an earlier position.
 */
export function parseEntry(value: unknown, position: number): Event | undefined {
  if (!isRecord(value)) return undefined;
  const { type } = value;
  const check = typeof type === "string" && Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (!check) return undefined;
  const faults: FieldFault[] = [];
  // Only a string has a check.
  const checked = check(withPayload(value, PAYLOADS[type as string]), faults);
  // Only complete events are written, so the storage has damaged an event with a missing field.
  if (checked === INVALID || faults.some(({ kind }) => DAMAGES.includes(kind))) return undefined;
  // `check` has validated the fields of this event type.
  const entry = checked as Event;
  return isValidLocalEntry(entry, position) ? entry : undefined;
}

function withPayload(value: Readonly<Record<string, unknown>>, key: string | undefined): object {
  return key === undefined || value[key] !== undefined ? value : { ...value, [key]: null };
}

function isValidLocalEntry(entry: Event, position: number): boolean {
  if (entry.type !== "CUSTOM" || !isLocalEntry(entry)) return true;
  const value: unknown = entry.value;
  if (!isRecord(value)) return false;
  if (entry.name === COMPRESSED_MESSAGES)
    return isMessageRefs(value) && Array.isArray(value.messages);
  return readAction(entry)?.name !== "jump" || isJump(value, position);
}

function isJump({ to, after }: Readonly<Record<string, unknown>>, position: number): boolean {
  const isPosition =
    typeof to === "number" && Number.isSafeInteger(to) && to >= 0 && to <= position;
  return isPosition && (after === undefined || typeof after === "string");
}

import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { type Check, INVALID } from "../../protocol/validation/check.ts";
import { eventChecks } from "../../protocol/validation/eventChecks.ts";
import { isMessageRefs } from "./compressMessages.ts";
import { actionEntry, COMPRESSED_MESSAGES, isLocalEntry, readAction } from "./entries.ts";

/** In the place of an entry that could not be read, so that the others stay where they are. */
export const UNREADABLE = actionEntry("lost", {});

/** The checks by a type as it was found. */
const CHECKS: Readonly<Record<string, Check>> = eventChecks;

/** What an agent in the page may have given that JSON has no words for. */
const PAYLOADS: Readonly<Record<string, string>> = { CUSTOM: "value", RAW: "event" };

/**
 * Reads an entry of a stored log; `undefined` for what cannot have been written there. Whether an act
 * fits what it was done to shows when it is done once more.
 *
 * @param at - Its position: nothing goes on from behind itself.
 */
export function parseEntry(value: unknown, at: number): Event | undefined {
  if (!isRecord(value)) return undefined;
  const { type } = value;
  const check = typeof type === "string" && Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (!check) return undefined;
  const checked = check(withPayload(value, PAYLOADS[type as string]), []);
  if (checked === INVALID) return undefined;
  // The check has established the shape that the type promises.
  const entry = checked as Event;
  return isReadable(entry, at) ? entry : undefined;
}

function withPayload(value: Readonly<Record<string, unknown>>, key: string | undefined): object {
  return key === undefined || value[key] !== undefined ? value : { ...value, [key]: null };
}

function isReadable(entry: Event, at: number): boolean {
  if (entry.type !== "CUSTOM" || !isLocalEntry(entry)) return true;
  const value: unknown = entry.value;
  if (!isRecord(value)) return false;
  if (entry.name === COMPRESSED_MESSAGES)
    return isMessageRefs(value) && Array.isArray(value.messages);
  return readAction(entry)?.name !== "go" || isTurning(value, at);
}

function isTurning({ to, after }: Readonly<Record<string, unknown>>, at: number): boolean {
  const isPlace = typeof to === "number" && Number.isSafeInteger(to) && to >= 0 && to <= at;
  return isPlace && (after === undefined || typeof after === "string");
}

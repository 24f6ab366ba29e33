import { meansNoError, readError } from "../protocol/errors.ts";
import type { ContentPart, EventInput, Message, RunFinishedOutcome } from "../protocol/events.ts";
import { isRecord } from "../protocol/isRecord.ts";
import { writeJson } from "../protocol/jsonDepth.ts";

/** A received JSON object. */
export type WireFields = Readonly<Record<string, unknown>>;

/** Returns an object, and an empty one for any other value. */
export function asFields(value: unknown): WireFields {
  return isRecord(value) ? value : {};
}

/** Returns a non-empty string, and `undefined` for any other value. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the first of these fields that is a non-empty string. */
export function textIn(fields: WireFields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = asText(fields[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns a string unchanged, and any other value as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}

/** True for a flag that is set, also as text. */
export function isFlagSet(flag: unknown): boolean {
  return flag === true || flag === "true";
}

/** Returns the text of an error: its message, else its JSON. Returns `undefined` for a value that means that there is none. */
export function errorIn(error: unknown): string | undefined {
  return meansNoError(error) ? undefined : readError(error) || toText(error);
}

/**
 * Converts an event name to lower case with underscores: `messageDelta`, `message.delta` and
 * `MESSAGE_DELTA` become the same name.
 *
 * @example `toSnakeCase("getROIDashboard")` is `"get_roi_dashboard"`.
 */
export function toSnakeCase(name: string): string {
  return name
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/([a-z\d])([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}

// Casts of received values to types of AG-UI. A dialect passes on what is spelled as in AG-UI 1.0 without reading its
// fields. The run loop validates every event, and the history validates every message.

/** Casts a received value to an event. The run loop validates it, and reports a value that is not an event. */
export const asEvent = (value: unknown) => value as EventInput;

/** Casts a received value to a message. */
export const asMessage = (value: unknown) => value as Message;

/** Casts a received value to a content part. */
export const asContentPart = (value: unknown) => value as ContentPart;

/** Casts a received value to the outcome of a run. */
export const asOutcome = (value: unknown) => value as RunFinishedOutcome;

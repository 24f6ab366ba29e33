import { isRecord } from "../protocol/isRecord.ts";

/** A JSON object off the wire. */
export type WireFields = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for what is none. */
export function asFields(value: unknown): WireFields {
  return isRecord(value) ? value : {};
}

/** The value as text; `undefined` for what is none or empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first of these fields that is a text with something in it. */
export function textIn(fields: WireFields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = asText(fields[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A value as the text that the protocol has in its place: text as it is, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

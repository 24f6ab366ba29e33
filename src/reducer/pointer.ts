import { isRecord } from "../protocol/isRecord.ts";
import { putOwn } from "./records.ts";

/**
 * The keys of a JSON Pointer: `/tasks/0/title` has three, and `""`, the whole document, none.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc6901
 */
export function pathOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The JSON Pointer of keys. */
export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value a pointer names; `undefined` when there is none. */
export function readAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of pathOf(pointer)) {
    const isContainer = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    // It has that key, whatever type the key leads to.
    value = isContainer ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

/**
 * Puts a value where a pointer says, and leaves the document it was given as it is: only the
 * containers on the way are copied. Records that are missing are made; `-` is the end of a list.
 */
export function writeAt(document: unknown, pointer: string, value: unknown): unknown {
  return write(document, pathOf(pointer), value);
}

function write(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(document)) {
    const at = key === "-" ? document.length : Number(key);
    const copy: unknown[] = [...document];
    copy[at] = write(copy[at], rest, value);
    return copy;
  }
  const copy: Record<string, unknown> = isRecord(document) ? { ...document } : {};
  putOwn(copy, key, write(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, value));
  return copy;
}

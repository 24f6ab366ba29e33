import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { putOwn } from "../safeRecord.ts";

/**
 * The keys of a JSON Pointer: `/tasks/0/title` has three, and `""`, the whole document, none.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc6901
 */
export function pathOf(pointer: string): string[] {
  const keys = pointer.split("/");
  // What stands before the first slash.
  keys.shift();
  if (!pointer.includes("~")) return keys;
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The JSON Pointer of keys. */
export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value a pointer names; `undefined` when there is none. */
export function getAt(document: unknown, pointer: string): unknown {
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
 * containers on the way are copied. What is missing is made, as a list where the next key is `0` or `-`,
 * the end of a list, else as a record. A value that is there already changes nothing.
 *
 * @throws AgentKitError `invalid-argument` for a place that a list cannot have
 */
export function setAt(document: unknown, pointer: string, value: unknown): unknown {
  return write(document, pathOf(pointer), value);
}

function write(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const isNew = document === undefined || document === null;
  if (Array.isArray(document) || (isNew && (key === "0" || key === "-"))) {
    const items: readonly unknown[] = Array.isArray(document) ? document : [];
    const at = key === "-" ? items.length : Number(key);
    if (!(at >= 0 && at <= items.length && Number.isInteger(at))) {
      throw new AgentKitError(
        "invalid-argument",
        `"${key}" is no place in a list of ${items.length} items. Use its index, or "-" for its end.`,
      );
    }
    const written = write(items[at], rest, value);
    return at < items.length && Object.is(written, items[at])
      ? document
      : Object.assign([...items], { [at]: written });
  }
  const record: Readonly<Record<string, unknown>> = isRecord(document) ? document : {};
  const before = Object.hasOwn(record, key) ? record[key] : undefined;
  const written = write(before, rest, value);
  if (record === document && Object.is(written, before)) return document;
  const copy = { ...record };
  putOwn(copy, key, written);
  return copy;
}

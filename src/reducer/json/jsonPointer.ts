import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { putOwn } from "../ownProperty.ts";

/**
 * Returns the keys of a JSON Pointer: three for `/tasks/0/title`, none for `""`, the whole document.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc6901
 */
export function pathOf(pointer: string): string[] {
  const keys = pointer.split("/");
  // The text before the first slash is empty.
  keys.shift();
  if (!pointer.includes("~")) return keys;
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the JSON Pointer for keys. */
export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the value at a pointer, `undefined` when there is none. */
export function getAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of pathOf(pointer)) {
    const isContainer = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    // The check above proves that the container has the key.
    value = isContainer ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

/**
 * Returns a document with a value set at a pointer; copies only the containers on the path. Creates
 * missing containers: a list where the next key is `0` or `-` (the end of a list), else a record.
 * Returns `document` itself when the value is already there.
 *
 * @throws AgentKitError `invalid-argument` for an index outside a list
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
        `"${key}" is not a valid position in a list of ${items.length} items, so the value cannot be set. Use an index from 0 to ${items.length}, or "-" for the end.`,
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

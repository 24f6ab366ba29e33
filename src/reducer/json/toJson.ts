import { isRecord } from "../../protocol/isRecord.ts";

/** Deeper than this, a value is taken as it comes: walking it would exhaust the stack. */
const MAX_DEPTH = 500;

/** A value as it would be sent: fields that are `undefined` are not there. The value itself if none is. */
export function toJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => toJson(item, depth + 1) ?? null);
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.flatMap(([key, field]): [string, unknown][] =>
    field === undefined ? [] : [[key, toJson(field, depth + 1)]],
  );
  const isSame =
    kept.length === entries.length && kept.every(([, field], at) => field === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}

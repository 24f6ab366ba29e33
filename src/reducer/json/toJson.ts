import { isRecord } from "../../protocol/isRecord.ts";

/** Depth from which a value is returned as it is, since walking it would exhaust the stack. */
const MAX_DEPTH = 500;

/** Returns a value as JSON would transmit it: without fields that are `undefined`. Returns the value itself when it has none. */
export function toJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => toJson(item, depth + 1) ?? null);
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const fields = entries.flatMap(([key, field]): [string, unknown][] =>
    field === undefined ? [] : [[key, toJson(field, depth + 1)]],
  );
  const isSame =
    fields.length === entries.length && fields.every(([, field], at) => field === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(fields);
}

import { isRecord } from "../../protocol/isRecord.ts";

/** What names an item of a list: its `id`, else its `key`. */
export function keyOf(item: unknown): unknown {
  return isRecord(item) ? (item.id ?? item.key) : undefined;
}

/** Whether two items of lists are one and the same, perhaps changed since. */
export function isSameItem(a: unknown, b: unknown): boolean {
  const key = keyOf(a);
  return Object.is(a, b) || (key !== undefined && Object.is(key, keyOf(b)));
}

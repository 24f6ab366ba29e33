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

/** The items of a list by their names, in order; `undefined` when one has none or two have the same. */
export function keysOf(list: readonly unknown[]): ReadonlyMap<unknown, unknown> | undefined {
  const items = new Map<unknown, unknown>();
  for (const item of list) {
    const key = keyOf(item);
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

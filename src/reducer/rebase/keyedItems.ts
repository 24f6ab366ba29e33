import { isRecord } from "../../protocol/isRecord.ts";

/** Returns the key of a list item: its `id`, else its `key`. */
export function keyOf(item: unknown): unknown {
  return isRecord(item) ? (item.id ?? item.key) : undefined;
}

/** True for two versions of one list item: identical, or with the same key. */
export function isSameItem(a: unknown, b: unknown): boolean {
  const key = keyOf(a);
  return Object.is(a, b) || (key !== undefined && Object.is(key, keyOf(b)));
}

/** Returns the items of a list by key, in order; `undefined` when a key is missing or repeated. */
export function keysOf(list: readonly unknown[]): ReadonlyMap<unknown, unknown> | undefined {
  const items = new Map<unknown, unknown>();
  for (const item of list) {
    const key = keyOf(item);
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

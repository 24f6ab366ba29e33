import { keyOf } from "./isEqual.ts";

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

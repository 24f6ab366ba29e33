import { isRecord } from "../../protocol/isRecord.ts";
import { share } from "../share.ts";

/** Whether two JSON values say the same. */
export function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || Object.is(share(a, b), a);
}

/** What names an item of a list: its `id`, else its `key`. */
export function keyOf(item: unknown): unknown {
  return isRecord(item) ? (item.id ?? item.key) : undefined;
}

/** Whether two items of lists are one and the same, perhaps changed since. */
export function isSameItem(a: unknown, b: unknown): boolean {
  const key = keyOf(a);
  return Object.is(a, b) || (key !== undefined && Object.is(key, keyOf(b)));
}

/** JSON has no `undefined`: a field of that value is none. */
export function has(record: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(record, key) && record[key] !== undefined;
}

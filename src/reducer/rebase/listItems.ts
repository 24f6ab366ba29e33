import { isRecord } from "../../protocol/isRecord.ts";
import type { Versions } from "./stateEdit.ts";

/** Returns the key of a list item: its `id`, else its `key`. */
export function listItemKey(item: unknown): unknown {
  return isRecord(item) ? (item.id ?? item.key) : undefined;
}

/** True for two versions of one list item: identical, or with the same key. */
export function isSameItem(a: unknown, b: unknown): boolean {
  const key = listItemKey(a);
  return Object.is(a, b) || (key !== undefined && Object.is(key, listItemKey(b)));
}

/** Returns the items of a list by key, in order; `undefined` when a key is missing or repeated. */
export function itemsByKey(list: readonly unknown[]): ReadonlyMap<unknown, unknown> | undefined {
  const items = new Map<unknown, unknown>();
  for (const item of list) {
    const key = listItemKey(item);
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

type Lists = Versions<readonly unknown[]>;

/** Numbers of items that all three lists share at the start and at the end. */
export interface CommonEnds {
  readonly start: number;
  readonly end: number;
}

/**
 * Counts the items at both ends that neither side moved, removed or added. Compares identities, and keys where
 * identities differ, so that an edit in a long list costs little with every event. Excludes one common item
 * at each end, so that added items stay beside it.
 */
export function countCommonEnds({ base, mine, theirs }: Lists): CommonEnds {
  const shortest = Math.min(base.length, mine.length, theirs.length);
  let start = 0;
  while (start < shortest && isUnmoved(base[start], mine[start], theirs[start])) start++;
  const fromEnd = (list: readonly unknown[], back: number) => list[list.length - 1 - back];
  let end = 0;
  while (
    end < shortest - start &&
    isUnmoved(fromEnd(base, end), fromEnd(mine, end), fromEnd(theirs, end))
  ) {
    end++;
  }
  return { start: Math.max(0, start - 1), end: Math.max(0, end - 1) };
}

function isUnmoved(base: unknown, mine: unknown, theirs: unknown): boolean {
  const isIdentical = Object.is(base, mine);
  if (isIdentical && Object.is(base, theirs)) return true;
  const key = listItemKey(base);
  // An item without a key may have been replaced by another item.
  return (
    key !== undefined && Object.is(key, listItemKey(mine)) && Object.is(key, listItemKey(theirs))
  );
}

import { isEqual } from "../json/deepEqual.ts";
import type { ItemMerging, Versions } from "./stateEdit.ts";

type List = readonly unknown[];

/** The differing part of two lists, whose starts and ends are equal. */
interface Hunk {
  readonly start: number;
  /** End of the part in the first list; `endAfter` is its end in the second. */
  readonly endBefore: number;
  readonly endAfter: number;
}

function hunkOf(before: List, after: List): Hunk {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  return { start, endBefore: before.length - end, endAfter: after.length - end };
}

/**
 * Merges three versions of a list whose items have no keys. Items outside the part that the agent changed
 * are matched by position, items inside by value.
 */
export function mergeUnkeyedList(
  { base, mine, theirs }: Versions<List>,
  { agentWins, mergeItem, loseItem }: ItemMerging,
): readonly unknown[] {
  const own = hunkOf(base, mine);
  const { find, locate } = createFinder(base, theirs);
  const merged = new Map<number, unknown>();
  const removed = new Set<number>();
  const both = Math.min(own.endBefore, own.endAfter);
  for (let at = own.start; at < both; at++) {
    if (isEqual(base[at], mine[at])) continue;
    const there = locate(at);
    if (there === -1) loseItem(mine[at], at);
    else {
      const versions = { base: base[at], mine: mine[at], theirs: theirs[there] };
      merged.set(there, mergeItem(versions, at));
    }
  }
  for (let at = both; at < own.endBefore; at++) {
    const there = locate(at);
    if (there === -1) continue;
    if (agentWins && !isEqual(base[at], theirs[there])) loseItem(undefined, at);
    else removed.add(there);
  }
  const added = mine.slice(both, own.endAfter);
  const gap = added.length > 0 ? findGap(both, base.length, theirs.length, find) : -1;
  const items = theirs.flatMap((item, at): unknown[] => [
    ...(at === gap ? added : []),
    ...(removed.has(at) ? [] : [merged.has(at) ? merged.get(at) : item]),
  ]);
  return gap === theirs.length ? [...items, ...added] : items;
}

/** Returns the position of added items: after their previous neighbour, else before their next one. */
function findGap(
  at: number,
  baseLength: number,
  theirLength: number,
  find: (at: number) => number,
): number {
  if (at === 0) return 0;
  if (at === baseLength) return theirLength;
  const before = find(at - 1);
  if (before !== -1) return before + 1;
  const after = find(at);
  return after === -1 ? Math.min(at, theirLength) : after;
}

/** Creates functions that find items of one list in another, -1 for removed ones. */
function createFinder(base: List, theirs: List) {
  const { start, endBefore, endAfter } = hunkOf(base, theirs);
  let positions: Map<string, number> | undefined;

  /** Finds an item by position, or by value in the part that the agent changed. */
  const find = (at: number): number => {
    if (at < start) return at;
    if (at >= endBefore) return at + theirs.length - base.length;
    if (at < endAfter && isEqual(base[at], theirs[at])) return at;
    positions ??= positionsByValue(theirs, start, endAfter);
    return positions.get(JSON.stringify(base[at]) ?? "") ?? -1;
  };
  /** Finds an item, and falls back to its position where the agent rewrote items without moving any. */
  const locate = (at: number): number => {
    const position = find(at);
    return position === -1 && endBefore === endAfter ? at : position;
  };
  return { find, locate };
}

function positionsByValue(list: List, start: number, end: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let at = start; at < end; at++) {
    const value = JSON.stringify(list[at]) ?? "";
    if (!positions.has(value)) positions.set(value, at);
  }
  return positions;
}

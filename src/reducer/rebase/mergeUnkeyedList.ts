import { isEqual } from "../replaceEqualDeep.ts";
import type { ListMergeOptions, Versions } from "./stateEdit.ts";

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
 *
 * ```text
 * base    a b c d
 * mine    a B c d e     the user changed b and added e
 * theirs  x a b d       the agent added x and removed c
 * merged  x a B d e
 * ```
 */
export function mergeUnkeyedList(
  { base, mine, theirs }: Versions<List>,
  { agentWins, mergeItem, loseItem }: ListMergeOptions,
): readonly unknown[] {
  const edit = hunkOf(base, mine);
  const { find, locate } = createFinder(base, theirs);
  const merged = new Map<number, unknown>();
  const removed = new Set<number>();
  // The edit changed the items before this index, and added or removed those after it.
  const changedEnd = Math.min(edit.endBefore, edit.endAfter);
  for (let index = edit.start; index < changedEnd; index++) {
    if (isEqual(base[index], mine[index])) continue;
    const theirIndex = locate(index);
    if (theirIndex === -1) loseItem(mine[index], index);
    else {
      const versions = { base: base[index], mine: mine[index], theirs: theirs[theirIndex] };
      merged.set(theirIndex, mergeItem(versions, index));
    }
  }
  for (let index = changedEnd; index < edit.endBefore; index++) {
    const theirIndex = locate(index);
    if (theirIndex === -1) continue;
    if (agentWins && !isEqual(base[index], theirs[theirIndex])) loseItem(undefined, index);
    else removed.add(theirIndex);
  }
  const added = mine.slice(changedEnd, edit.endAfter);
  const gap = added.length > 0 ? findGap(changedEnd, base.length, theirs.length, find) : -1;
  const items = theirs.flatMap((item, index): unknown[] => [
    ...(index === gap ? added : []),
    ...(removed.has(index) ? [] : [merged.has(index) ? merged.get(index) : item]),
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

import { isEqual } from "../json/deepEqual.ts";
import type { ItemMerging, Versions } from "./types.ts";

type List = readonly unknown[];

/** The part of a list that differs from another: what is in front of it and behind it is the same. */
interface Hunk {
  readonly start: number;
  /** Where it ends in the first list, and in the second. */
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
 * Brings together three versions of a list whose items have no names: they are followed by their place
 * beside what the agent has changed, and by their value inside of it.
 */
export function mergeUnkeyedList(
  { base, mine, theirs }: Versions<List>,
  { agentWins, mergeItem, loseItem }: ItemMerging,
): readonly unknown[] {
  const own = hunkOf(base, mine);
  const { find, locate } = createFinder(base, theirs);
  const merged = new Map<number, unknown>();
  const takenOut = new Set<number>();
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
    else takenOut.add(there);
  }
  const added = mine.slice(both, own.endAfter);
  const gap = added.length > 0 ? findGap(both, base.length, theirs.length, find) : -1;
  const items = theirs.flatMap((item, at): unknown[] => [
    ...(at === gap ? added : []),
    ...(takenOut.has(at) ? [] : [merged.has(at) ? merged.get(at) : item]),
  ]);
  return gap === theirs.length ? [...items, ...added] : items;
}

/** Where new items go: behind what they were put behind, else in front of what they were before. */
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

/** Finds items of one list in another; -1 for those that are gone. */
function createFinder(base: List, theirs: List) {
  const { start, endBefore, endAfter } = hunkOf(base, theirs);
  let places: Map<string, number> | undefined;

  /** By their place, or by their value where the agent has changed the list. */
  const find = (at: number): number => {
    if (at < start) return at;
    if (at >= endBefore) return at + theirs.length - base.length;
    if (at < endAfter && isEqual(base[at], theirs[at])) return at;
    places ??= placesByValue(theirs, start, endAfter);
    return places.get(JSON.stringify(base[at]) ?? "") ?? -1;
  };
  /** The same, and in its place where the agent has rewritten items and moved none. */
  const locate = (at: number): number => {
    const found = find(at);
    return found === -1 && endBefore === endAfter ? at : found;
  };
  return { find, locate };
}

function placesByValue(list: List, start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = start; at < end; at++) {
    const value = JSON.stringify(list[at]) ?? "";
    if (!places.has(value)) places.set(value, at);
  }
  return places;
}

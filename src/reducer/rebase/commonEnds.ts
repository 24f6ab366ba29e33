import { keyOf } from "./namedItems.ts";
import type { Versions } from "./types.ts";

type Lists = Versions<readonly unknown[]>;

/** How many items at the start, and at the end, are in their places in all three lists. */
export interface SameEnds {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the items that nobody has moved, taken out or put in. It only compares identities, and names where
 * those differ, so that an edit in a long list costs little with everything the agent sends. One of them is
 * left at either end, which what was put beside it is to stay beside.
 */
export function sameEnds({ base, mine, theirs }: Lists): SameEnds {
  const shortest = Math.min(base.length, mine.length, theirs.length);
  let start = 0;
  while (start < shortest && isInPlace(base[start], mine[start], theirs[start])) start++;
  const fromEnd = (list: readonly unknown[], back: number) => list[list.length - 1 - back];
  let end = 0;
  while (
    end < shortest - start &&
    isInPlace(fromEnd(base, end), fromEnd(mine, end), fromEnd(theirs, end))
  ) {
    end++;
  }
  return { start: Math.max(0, start - 1), end: Math.max(0, end - 1) };
}

function isInPlace(base: unknown, mine: unknown, theirs: unknown): boolean {
  const isMine = Object.is(base, mine);
  if (isMine && Object.is(base, theirs)) return true;
  const name = keyOf(base);
  // One without a name may have gone, and another have come into its place.
  return name !== undefined && Object.is(name, keyOf(mine)) && Object.is(name, keyOf(theirs));
}

import type { BranchInfo } from "../../reducer/snapshot.ts";
import { passes, pathTo, type Turning } from "./path.ts";

/** The ways that go on behind one message: the position of the first entry of each, in order. */
export type Ways = readonly number[];

export interface Tree {
  readonly turnings: readonly Turning[];
  /** Where the conversation stands. */
  readonly head: number;
  /** The number of entries. */
  readonly size: number;
}

/** The position that one right behind a turning means. */
function originOf(turnings: readonly Turning[], position: number): number {
  const turning = turnings.find(({ at }) => at === position - 1);
  return turning ? originOf(turnings, turning.to) : position;
}

/** The ways behind every message that has several, by its id; `""` for the beginning. */
export function waysOf({ turnings, head, size }: Tree): ReadonlyMap<string, Ways> {
  const isTurning = (position: number) => turnings.some(({ at }) => at === position);
  const ways = new Map<string, number[]>();
  for (const { at, to, after } of turnings) {
    if (after === undefined) continue;
    const known = ways.get(after) ?? [];
    const origin = originOf(turnings, to);
    if (!known.includes(origin)) known.push(origin);
    // One that was given up before it began is none.
    const isBegun = at + 1 === head || (at + 1 < size && !isTurning(at + 1));
    if (isBegun) known.push(at + 1);
    ways.set(after, known);
  }
  return ways;
}

/**
 * Where a way begins, and where it was taken up again: one that holds nothing but what the thread began
 * with has no entry of its own.
 */
function startsOf({ turnings }: Tree, way: number): readonly number[] {
  const again = turnings.filter(
    ({ to, after }) => after === undefined && originOf(turnings, to) === way,
  );
  return [way, ...again.map(({ at }) => at + 1)];
}

/** Which way is shown behind every message that has several. */
export function branchesOf(tree: Tree): Readonly<Record<string, BranchInfo>> {
  const path = pathTo(tree.turnings, tree.head);
  const entries = [...waysOf(tree)].flatMap(([after, ways]): [string, BranchInfo][] => {
    if (ways.length < 2) return [];
    const index = ways.findIndex((way) =>
      startsOf(tree, way).some((start) => passes(path, start) || start === tree.head),
    );
    // Otherwise the message is on another way.
    return index < 0 ? [] : [[after, { count: ways.length, index }]];
  });
  return Object.fromEntries(entries);
}

/** Where a way was left last. */
export function endOfWay(tree: Tree, way: number): number {
  const { turnings, size } = tree;
  const ends = [...turnings.map(({ at }) => at), size];
  const starts = startsOf(tree, way);
  const isOn = (end: number) => starts.some((start) => passes(pathTo(turnings, end), start));
  return ends.findLast(isOn) ?? way;
}

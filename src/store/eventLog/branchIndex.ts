import type { BranchInfo } from "../../reducer/snapshot.ts";
import { type BranchPoint, branchPathTo, includesPosition } from "./branchPath.ts";
import type { BranchTree } from "./branchTree.ts";

/** The ways that go on behind one message: the position of the first entry of each, in order. */
export type BranchStarts = readonly number[];

/** The position that one right behind a turning means. */
function originOf(turnings: readonly BranchPoint[], position: number): number {
  const turning = turnings.find(({ at }) => at === position - 1);
  return turning ? originOf(turnings, turning.to) : position;
}

/** The first position at which the same was held, where nothing but turnings lies between. */
function sameAs(turnings: readonly BranchPoint[], position: number): number {
  const turning = turnings.find(({ at }) => at === position - 1);
  return turning && !turning.isCut ? sameAs(turnings, turning.to) : position;
}

/**
 * Where it has gone straight on from what was held at a position: right there, or where that was taken up
 * again.
 */
function goneOnFrom(
  { branchPoints, size }: BranchTree,
  position: number,
  before: number,
): number[] {
  const first = sameAs(branchPoints, position);
  const again = branchPoints.filter(
    ({ at, to, after }) => at < before && after === undefined && sameAs(branchPoints, to) === first,
  );
  const isTurning = (place: number) => branchPoints.some(({ at }) => at === place);
  return [first, ...again.map(({ at }) => at + 1)].filter(
    (place) => place < size && !isTurning(place),
  );
}

/** Whether one position lies straight behind the other: an edit of the state may lie between them. */
function isOneWay(turnings: readonly BranchPoint[], some: number, other: number): boolean {
  const path = branchPathTo(turnings, Math.max(some, other));
  return some === other || includesPosition(path, Math.min(some, other));
}

/** The ways behind every message that has several, by its id; `""` for the beginning. */
export function branchesAt(tree: BranchTree): ReadonlyMap<string, BranchStarts> {
  const { branchPoints, size } = tree;
  const isTurning = (position: number) => branchPoints.some(({ at }) => at === position);
  const ways = new Map<string, number[]>();
  for (const { at, to, after, isCut } of branchPoints) {
    if (after === undefined) continue;
    const known = ways.get(after) ?? [];
    // Where nothing has gone on, there is no way; what is cut off is one.
    const origins = isCut ? [originOf(branchPoints, to)] : goneOnFrom(tree, to, at);
    for (const origin of origins) {
      if (!known.some((way) => isOneWay(branchPoints, way, origin))) known.push(origin);
    }
    // One that was given up before it began is none.
    const isBegun = at + 1 === size || (at + 1 < size && !isTurning(at + 1));
    if (isBegun) known.push(at + 1);
    ways.set(after, known);
  }
  return ways;
}

/** The turnings on the way to a position, the last one first. */
function turningsTo(turnings: readonly BranchPoint[], position: number): BranchPoint[] {
  let end = position;
  return [...turnings].reverse().filter(({ at, to }) => {
    if (at >= end) return false;
    end = to;
    return true;
  });
}

/**
 * Which of the ways behind a message leads to a position: the one that was begun last on the path there; -1
 * for none.
 */
function branchContaining(
  { branchPoints, initialIndexOf }: BranchTree,
  after: string,
  ways: BranchStarts,
  position: number,
): number {
  const path = branchPathTo(branchPoints, position);
  // One that holds nothing but what was cut off elsewhere has no entry of its own: it is where others turn from.
  const isOn = (turning: BranchPoint) =>
    turning.after === undefined ||
    (turning.after !== after &&
      (!turning.isCut || initialIndexOf(turning.after) > initialIndexOf(after)));
  const origins = turningsTo(branchPoints, position).filter(isOn);
  const isReached = (way: number) =>
    way === position || includesPosition(path, way) || origins.some(({ to }) => to === way);
  const last = Math.max(...ways.filter(isReached), -1);
  return ways.indexOf(last);
}

/** Which way is shown behind every message that has several. */
export function visibleBranches(tree: BranchTree): Readonly<Record<string, BranchInfo>> {
  const entries = [...branchesAt(tree)].flatMap(([after, ways]): [string, BranchInfo][] => {
    if (ways.length < 2) return [];
    const index = branchContaining(tree, after, ways, tree.size);
    // Otherwise the message is on another way.
    return index < 0 ? [] : [[after, { count: ways.length, index }]];
  });
  return Object.fromEntries(entries);
}

/** Where one of the ways behind a message was left last; `undefined` when there is none. */
export function branchTip(tree: BranchTree, after: string, index: number): number | undefined {
  const ways = branchesAt(tree).get(after) ?? [];
  const ends = [...tree.branchPoints.map(({ at }) => at), tree.size];
  return ends.findLast((end) => branchContaining(tree, after, ways, end) === index) ?? ways[index];
}

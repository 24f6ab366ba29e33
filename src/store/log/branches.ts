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

/** Whether one position lies straight behind the other: an edit of the state may lie between them. */
function isOneWay(turnings: readonly Turning[], some: number, other: number): boolean {
  const path = pathTo(turnings, Math.max(some, other));
  return some === other || passes(path, Math.min(some, other));
}

/** The ways behind every message that has several, by its id; `""` for the beginning. */
export function waysOf({ turnings, head, size }: Tree): ReadonlyMap<string, Ways> {
  const isTurning = (position: number) => turnings.some(({ at }) => at === position);
  const ways = new Map<string, number[]>();
  for (const { at, to, after, isCut } of turnings) {
    if (after === undefined) continue;
    const known = ways.get(after) ?? [];
    const origin = originOf(turnings, to);
    // Where nothing has gone on, there is no way.
    const hasOrigin = isCut || (origin < size && !isTurning(origin));
    const isKnown = known.some((way) => isOneWay(turnings, way, origin));
    if (hasOrigin && !isKnown) known.push(origin);
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

/** Which of the ways leads to a position: the one that was begun last on the path there; -1 for none. */
function wayTo(tree: Tree, ways: Ways, position: number): number {
  const path = pathTo(tree.turnings, position);
  const reached = ways.map((way) =>
    Math.max(...startsOf(tree, way).map((at) => (at === position || passes(path, at) ? at : -1))),
  );
  const last = Math.max(...reached);
  return last < 0 ? -1 : reached.indexOf(last);
}

/** Which way is shown behind every message that has several. */
export function branchesOf(tree: Tree): Readonly<Record<string, BranchInfo>> {
  const entries = [...waysOf(tree)].flatMap(([after, ways]): [string, BranchInfo][] => {
    if (ways.length < 2) return [];
    const index = wayTo(tree, ways, tree.head);
    // Otherwise the message is on another way.
    return index < 0 ? [] : [[after, { count: ways.length, index }]];
  });
  return Object.fromEntries(entries);
}

/** Where one of the ways behind a message was left last; `undefined` when there is none. */
export function endOfWay(tree: Tree, ways: Ways, index: number): number | undefined {
  const ends = [...tree.turnings.map(({ at }) => at), tree.size];
  return ends.findLast((end) => wayTo(tree, ways, end) === index) ?? ways[index];
}

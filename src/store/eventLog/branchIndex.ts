import type { BranchInfo } from "../../reducer/snapshot.ts";
import { type BranchPoint, branchPathTo, includesPosition } from "./branchPath.ts";
import type { BranchTree } from "./branchTree.ts";

/** Branches after one message: the position of the first entry of each, in order. */
export type BranchStarts = readonly number[];

/** Returns the position that a position directly after a branch point refers to. */
function originOf(branchPoints: readonly BranchPoint[], position: number): number {
  const branchPoint = branchPoints.find(({ at }) => at === position - 1);
  return branchPoint ? originOf(branchPoints, branchPoint.to) : position;
}

/** Returns the first position with the same snapshot, where only branch points without a cut lie between. */
function firstWithSameSnapshot(branchPoints: readonly BranchPoint[], position: number): number {
  const branchPoint = branchPoints.find(({ at }) => at === position - 1);
  return branchPoint && !branchPoint.isCut
    ? firstWithSameSnapshot(branchPoints, branchPoint.to)
    : position;
}

/** Returns the positions where the conversation continued from a snapshot: directly, or after returning to it. */
function continuationsFrom(
  { branchPoints, size }: BranchTree,
  position: number,
  before: number,
): number[] {
  const first = firstWithSameSnapshot(branchPoints, position);
  const resumed = branchPoints.filter(
    ({ at, to, after }) =>
      at < before && after === undefined && firstWithSameSnapshot(branchPoints, to) === first,
  );
  const isBranchPoint = (position: number) => branchPoints.some(({ at }) => at === position);
  return [first, ...resumed.map(({ at }) => at + 1)].filter(
    (position) => position < size && !isBranchPoint(position),
  );
}

/** True when both positions lie on one branch, apart from edits of the state between them. */
function isSameBranch(branchPoints: readonly BranchPoint[], some: number, other: number): boolean {
  const path = branchPathTo(branchPoints, Math.max(some, other));
  return some === other || includesPosition(path, Math.min(some, other));
}

/** Returns the branches after each message that has several, by message id; `""` is the start. */
export function branchesAt(tree: BranchTree): ReadonlyMap<string, BranchStarts> {
  const { branchPoints, size } = tree;
  const isBranchPoint = (position: number) => branchPoints.some(({ at }) => at === position);
  const branches = new Map<string, number[]>();
  for (const { at, to, after, isCut } of branchPoints) {
    if (after === undefined) continue;
    const starts = branches.get(after) ?? [];
    // A position where nothing continued is no branch, unless messages were cut there.
    const origins = isCut ? [originOf(branchPoints, to)] : continuationsFrom(tree, to, at);
    for (const origin of origins) {
      if (!starts.some((start) => isSameBranch(branchPoints, start, origin))) starts.push(origin);
    }
    // A branch that was left before its first entry is none.
    const isStarted = at + 1 === size || (at + 1 < size && !isBranchPoint(at + 1));
    if (isStarted) starts.push(at + 1);
    branches.set(after, starts);
  }
  return branches;
}

/** Returns the branch points on the path to a position, the last one first. */
function branchPointsTo(branchPoints: readonly BranchPoint[], position: number): BranchPoint[] {
  let end = position;
  return [...branchPoints].reverse().filter(({ at, to }) => {
    if (at >= end) return false;
    end = to;
    return true;
  });
}

/**
 * Returns the index of the branch after a message that leads to a position: the one that was started last on
 * that path; -1 for none.
 */
function branchContaining(
  { branchPoints, initialIndexOf }: BranchTree,
  after: string,
  starts: BranchStarts,
  position: number,
): number {
  const path = branchPathTo(branchPoints, position);
  // A branch of cut messages has no entry of its own: other branches start from there.
  const isOn = (branchPoint: BranchPoint) =>
    branchPoint.after === undefined ||
    (branchPoint.after !== after &&
      (!branchPoint.isCut || initialIndexOf(branchPoint.after) > initialIndexOf(after)));
  const origins = branchPointsTo(branchPoints, position).filter(isOn);
  const isReached = (start: number) =>
    start === position || includesPosition(path, start) || origins.some(({ to }) => to === start);
  const last = Math.max(...starts.filter(isReached), -1);
  return starts.indexOf(last);
}

/** Returns which branch is shown after each message that has several. */
export function visibleBranches(tree: BranchTree): Readonly<Record<string, BranchInfo>> {
  const entries = [...branchesAt(tree)].flatMap(([after, starts]): [string, BranchInfo][] => {
    if (starts.length < 2) return [];
    const index = branchContaining(tree, after, starts, tree.size);
    // The message itself lies on another branch.
    return index < 0 ? [] : [[after, { count: starts.length, index }]];
  });
  return Object.fromEntries(entries);
}

/** Returns the position where a branch was left last; `undefined` when there is no such branch. */
export function branchTip(tree: BranchTree, after: string, index: number): number | undefined {
  const starts = branchesAt(tree).get(after) ?? [];
  const ends = [...tree.branchPoints.map(({ at }) => at), tree.size];
  return (
    ends.findLast((end) => branchContaining(tree, after, starts, end) === index) ?? starts[index]
  );
}

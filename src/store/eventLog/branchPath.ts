import type { Event } from "../../protocol/events.ts";
import { readAction } from "./entries.ts";

/** Consecutive entries of a log, from `start` to before `end`. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** Entry with which a log continues from an earlier position. */
export interface BranchPoint {
  /** Position of the entry. */
  readonly at: number;
  /** Position from which the log continues: the number of entries before it. */
  readonly to: number;
  /** Id of the message after which a new branch starts; absent when an existing branch is resumed. */
  readonly after?: string;
  /** True when the snapshot at that position has messages after that one, which are cut. */
  readonly isCut?: boolean;
}

/** Returns the branch points of a log, in order. */
export function branchPointsOf(entries: readonly Event[]): BranchPoint[] {
  return entries.flatMap((entry, at) => {
    const action = readAction(entry);
    if (action?.name !== "go") return [];
    const { to, after, isCut } = action.value;
    const target = typeof after === "string" && { after };
    return { at, to: Number(to), ...target, ...(isCut === true && { isCut }) };
  });
}

/** Returns the segments that lead from the start to a position, without branch points. */
export function branchPathTo(branchPoints: readonly BranchPoint[], position: number): Segment[] {
  return segmentsTo(branchPoints, position, 1);
}

/**
 * Returns the entries that lead to a position. A branch point on the path describes the snapshot after it.
 * Earlier messages that were loaded on another branch are included.
 */
export function entriesTo(
  entries: readonly Event[],
  branchPoints: readonly BranchPoint[],
  position: number,
): Event[] {
  return positionsTo(entries, branchPoints, position).map((at) => entries[at] as Event);
}

/** Returns the positions of these entries, in order. */
export function positionsTo(
  entries: readonly Event[],
  branchPoints: readonly BranchPoint[],
  position: number,
): number[] {
  const positions: number[] = [];
  let covered = 0;
  for (const { start, end } of segmentsTo(branchPoints, position, 0)) {
    for (let at = covered; at < end; at++) {
      if (at >= start || isOnEveryBranch(entries[at])) positions.push(at);
    }
    covered = end;
  }
  return positions;
}

/** True for an entry that belongs to every branch. */
export function isOnEveryBranch(entry: Event | undefined): boolean {
  return entry !== undefined && readAction(entry)?.name === "earlier";
}

/** @param skipped - Number of entries to leave out of each segment: 1 for the branch point at its start. */
export function segmentsTo(
  branchPoints: readonly BranchPoint[],
  position: number,
  skipped: 0 | 1,
): Segment[] {
  const segments: Segment[] = [];
  let end = position;
  for (let i = branchPoints.length - 1; i >= 0; i--) {
    const branchPoint = branchPoints[i];
    if (!branchPoint || branchPoint.at >= end) continue;
    if (branchPoint.at + skipped < end) segments.unshift({ start: branchPoint.at + skipped, end });
    end = branchPoint.to;
  }
  if (end > 0) segments.unshift({ start: 0, end });
  return segments;
}

/** True when a position lies on a path. */
export function includesPosition(path: readonly Segment[], position: number): boolean {
  return path.some(({ start, end }) => position >= start && position < end);
}

import type { Event } from "../../protocol/events.ts";
import { readAction } from "./logEntries.ts";

/** Consecutive entries of a log, from `start` to before `end`. */
interface Segment {
  readonly start: number;
  readonly end: number;
}

/** Entry with which a log continues from an earlier position: see the example in `branchIndex.ts`. */
export interface Jump {
  /** Position of the entry. */
  readonly position: number;
  /** Position from which the log continues: the number of entries before it. */
  readonly to: number;
  /** Id of the message after which a new branch starts; absent when an existing branch is resumed. */
  readonly after?: string;
  /** True when the snapshot at that position has messages after that one, which are cut. */
  readonly isCut?: boolean;
}

/** Returns the jumps of a log, in order. */
export function jumpsOf(entries: readonly Event[]): Jump[] {
  return entries.flatMap((entry, position) => {
    const action = readAction(entry);
    if (action?.name !== "jump") return [];
    const { to, after, isCut } = action.value;
    const target = typeof after === "string" && { after };
    return { position, to: Number(to), ...target, ...(isCut === true && { isCut }) };
  });
}

/** Returns the segments that lead from the start to a position, without jumps. */
export function branchPathTo(jumps: readonly Jump[], position: number): Segment[] {
  return segmentsTo(jumps, position, 1);
}

/**
 * Returns the entries that lead to a position. A jump on the path describes the snapshot after it.
 * Earlier messages that were loaded on another branch are included.
 */
export function entriesTo(
  entries: readonly Event[],
  jumps: readonly Jump[],
  target: number,
): Event[] {
  return positionsTo(entries, jumps, target).flatMap((position) => entries[position] ?? []);
}

/** Returns the positions of the entries that lead to `target`, in order. */
export function positionsTo(
  entries: readonly Event[],
  jumps: readonly Jump[],
  target: number,
): number[] {
  const positions: number[] = [];
  let covered = 0;
  for (const { start, end } of segmentsTo(jumps, target, 0)) {
    for (let position = covered; position < end; position++) {
      if (position >= start || isOnEveryBranch(entries[position])) positions.push(position);
    }
    covered = end;
  }
  return positions;
}

/** True for an entry that belongs to every branch. */
export function isOnEveryBranch(entry: Event | undefined): boolean {
  return entry !== undefined && readAction(entry)?.name === "earlier";
}

/** @param skipped - Number of entries to leave out of each segment: 1 for the jump at its start. */
function segmentsTo(jumps: readonly Jump[], position: number, skipped: 0 | 1): Segment[] {
  const segments: Segment[] = [];
  let end = position;
  for (let i = jumps.length - 1; i >= 0; i--) {
    const jump = jumps[i];
    if (!jump || jump.position >= end) continue;
    if (jump.position + skipped < end) segments.unshift({ start: jump.position + skipped, end });
    end = jump.to;
  }
  if (end > 0) segments.unshift({ start: 0, end });
  return segments;
}

/** True when a position lies on a path. */
export function includesPosition(path: readonly Segment[], position: number): boolean {
  return path.some(({ start, end }) => position >= start && position < end);
}

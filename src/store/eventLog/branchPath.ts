import type { Event } from "../../protocol/events.ts";
import { readAction } from "./entries.ts";

/** Entries of a log in a row: the first, and the one behind the last. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** A place where a log goes on from an earlier position. */
export interface BranchPoint {
  /** Where the entry lies that says so. */
  readonly at: number;
  /** The number of entries before the place where it goes on. */
  readonly to: number;
  /** The message behind which it goes another way; absent where it goes back to a way it has been. */
  readonly after?: string;
  /** Whether what was held at that place goes further than that message. */
  readonly isCut?: boolean;
}

/** The turnings of a log, in their order. */
export function branchPointsOf(entries: readonly Event[]): BranchPoint[] {
  return entries.flatMap((entry, at) => {
    const act = readAction(entry);
    if (act?.name !== "go") return [];
    const { to, after, isCut } = act.value;
    const behind = typeof after === "string" && { after };
    return { at, to: Number(to), ...behind, ...(isCut === true && { isCut }) };
  });
}

/** The stretches that lead from the beginning to a position, in their order, without the turnings. */
export function branchPathTo(turnings: readonly BranchPoint[], position: number): Segment[] {
  return segmentsTo(turnings, position, 1);
}

/**
 * The entries that lead to a position: each turning on the way says what the thread held behind it. What
 * was put in front of the conversation on another way belongs to this one as well.
 */
export function entriesTo(
  entries: readonly Event[],
  turnings: readonly BranchPoint[],
  position: number,
): Event[] {
  return positionsTo(entries, turnings, position).map((at) => entries[at] as Event);
}

/** The positions of those entries, in their order. */
export function positionsTo(
  entries: readonly Event[],
  turnings: readonly BranchPoint[],
  position: number,
): number[] {
  const places: number[] = [];
  let passed = 0;
  for (const { start, end } of segmentsTo(turnings, position, 0)) {
    for (let at = passed; at < end; at++) {
      if (at >= start || isOnEveryBranch(entries[at])) places.push(at);
    }
    passed = end;
  }
  return places;
}

/** Whether an entry belongs to every way, wherever it lies. */
export function isOnEveryBranch(entry: Event | undefined): boolean {
  return entry !== undefined && readAction(entry)?.name === "earlier";
}

/** @param skipped - How many entries of a stretch are left out: 1 for the turning that it begins with. */
export function segmentsTo(
  turnings: readonly BranchPoint[],
  position: number,
  skipped: 0 | 1,
): Segment[] {
  const found: Segment[] = [];
  let end = position;
  for (let i = turnings.length - 1; i >= 0; i--) {
    const turning = turnings[i];
    if (!turning || turning.at >= end) continue;
    if (turning.at + skipped < end) found.unshift({ start: turning.at + skipped, end });
    end = turning.to;
  }
  if (end > 0) found.unshift({ start: 0, end });
  return found;
}

/** Whether a position is passed, or reached, on a path. */
export function includesPosition(path: readonly Segment[], position: number): boolean {
  return path.some(({ start, end }) => position >= start && position < end);
}

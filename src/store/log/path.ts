import type { Event } from "../../protocol/events.ts";
import { readAct } from "./entries.ts";

/** Entries of a log in a row: the first, and the one behind the last. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A place where a log goes on from an earlier position. */
export interface Turning {
  /** Where the entry lies that says so. */
  readonly at: number;
  /** The number of entries before the place where it goes on. */
  readonly to: number;
  /** The message behind which it goes another way; absent where it goes back to a way it has been. */
  readonly after?: string;
}

/** The turnings of a log, in their order. */
export function turningsOf(entries: readonly Event[]): Turning[] {
  return entries.flatMap((entry, at) => {
    const act = readAct(entry);
    if (act?.name !== "go") return [];
    const { to, after } = act.value;
    return { at, to: Number(to), ...(typeof after === "string" && { after }) };
  });
}

/** The stretches that lead from the beginning to a position, in their order. */
export function pathTo(turnings: readonly Turning[], position: number): Stretch[] {
  const stretches: Stretch[] = [];
  let end = position;
  for (let i = turnings.length - 1; i >= 0; i--) {
    const turning = turnings[i];
    if (!turning || turning.at >= end) continue;
    if (turning.at + 1 < end) stretches.unshift({ start: turning.at + 1, end });
    end = turning.to;
  }
  if (end > 0) stretches.unshift({ start: 0, end });
  return stretches;
}

/** Whether a position is passed, or reached, on a path. */
export function passes(path: readonly Stretch[], position: number): boolean {
  return path.some(({ start, end }) => position >= start && position < end);
}

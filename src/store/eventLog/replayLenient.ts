import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replay } from "./replay.ts";
import { isValidSnapshot } from "./validateSnapshot.ts";

/** What became of entries of which some may not fit. */
export interface LenientReplay {
  readonly snapshot: Snapshot;
  /** Which of the entries were left out, by their place in what was given. */
  readonly skipped: ReadonlySet<number>;
}

/**
 * Goes on from a snapshot as `replay` does, past what does not fit: an act may be about something that
 * could not be read, or may be damaged itself.
 */
export function replayLenient(from: Snapshot, entries: readonly Event[]): LenientReplay {
  const none: LenientReplay = { snapshot: from, skipped: new Set() };
  if (entries.length === 0) return none;
  const isToBeSound = isValidSnapshot(from);
  const next = tryReplay(from, entries, isToBeSound);
  if (next) return { ...none, snapshot: next };
  let snapshot = from;
  const skipped = new Set<number>();
  entries.forEach((entry, at) => {
    const behind = tryReplay(snapshot, [entry], isToBeSound);
    if (behind) snapshot = behind;
    else skipped.add(at);
  });
  return { snapshot, skipped };
}

function tryReplay(
  from: Snapshot,
  entries: readonly Event[],
  isToBeSound: boolean,
): Snapshot | undefined {
  try {
    const next = replay(from, entries);
    return next === from || !isToBeSound || isValidSnapshot(next) ? next : undefined;
  } catch {
    return undefined;
  }
}

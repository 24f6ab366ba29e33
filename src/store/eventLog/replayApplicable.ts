import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replayEntries } from "./replayEntries.ts";
import { isValidSnapshot } from "./validateSnapshot.ts";

/** Result of a replay in which some entries may not apply. */
interface ApplicableReplay {
  readonly snapshot: Snapshot;
  /** Indexes of the entries that were left out. */
  readonly skipped: ReadonlySet<number>;
}

/**
 * Replays entries like `replayEntries`, without those that do not apply: an action may refer to an unreadable entry,
 * or may be damaged itself.
 */
export function replayApplicable(from: Snapshot, entries: readonly Event[]): ApplicableReplay {
  const unchanged: ApplicableReplay = { snapshot: from, skipped: new Set() };
  if (entries.length === 0) return unchanged;
  const mustBeValid = isValidSnapshot(from);
  const next = tryReplay(from, entries, mustBeValid);
  if (next) return { ...unchanged, snapshot: next };
  let snapshot = from;
  const skipped = new Set<number>();
  entries.forEach((entry, index) => {
    const next = tryReplay(snapshot, [entry], mustBeValid);
    if (next) snapshot = next;
    else skipped.add(index);
  });
  return { snapshot, skipped };
}

function tryReplay(
  from: Snapshot,
  entries: readonly Event[],
  mustBeValid: boolean,
): Snapshot | undefined {
  try {
    const next = replayEntries(from, entries);
    return next === from || !mustBeValid || isValidSnapshot(next) ? next : undefined;
  } catch {
    return undefined;
  }
}

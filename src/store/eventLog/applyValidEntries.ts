import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { applyEntries } from "./applyEntries.ts";
import { isValidSnapshot } from "./validateSnapshot.ts";

/** Result of entries of which some may not apply. */
interface AppliedEntries {
  readonly snapshot: Snapshot;
  /** Indexes of the entries that were left out. */
  readonly skipped: ReadonlySet<number>;
}

/**
 * Applies entries like `applyEntries`, without those that do not apply: an action may refer to an unreadable entry,
 * or may be damaged itself.
 */
export function applyValidEntries(from: Snapshot, entries: readonly Event[]): AppliedEntries {
  const unchanged: AppliedEntries = { snapshot: from, skipped: new Set() };
  if (entries.length === 0) return unchanged;
  const mustBeValid = isValidSnapshot(from);
  const next = tryApply(from, entries, mustBeValid);
  if (next) return { ...unchanged, snapshot: next };
  let snapshot = from;
  const skipped = new Set<number>();
  entries.forEach((entry, index) => {
    const next = tryApply(snapshot, [entry], mustBeValid);
    if (next) snapshot = next;
    else skipped.add(index);
  });
  return { snapshot, skipped };
}

function tryApply(
  from: Snapshot,
  entries: readonly Event[],
  mustBeValid: boolean,
): Snapshot | undefined {
  try {
    const next = applyEntries(from, entries);
    return next === from || !mustBeValid || isValidSnapshot(next) ? next : undefined;
  } catch {
    return undefined;
  }
}

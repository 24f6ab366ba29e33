import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { applyValidEntries } from "../eventLog/applyValidEntries.ts";
import { visibleBranches } from "../eventLog/branchIndex.ts";
import { type Jump, jumpsOf, positionsTo } from "../eventLog/branchPath.ts";
import { createActionEntry, readAction } from "../eventLog/logEntries.ts";
import { createLogOutline } from "../eventLog/logOutline.ts";
import { parseEntry, UNREADABLE } from "../eventLog/parseEntry.ts";
import { withoutTabState } from "../eventLog/tabIssues.ts";
import { completeSnapshot, isValidSnapshot, repairSnapshot } from "../eventLog/validateSnapshot.ts";
import type { StoredThread } from "./threadStorage.ts";

/** A stored thread whose entries were applied. */
export interface AppliedThread {
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** Snapshot at the end of the log; a run that was interrupted still runs in it. */
  readonly snapshot: Snapshot;
  /** Position of the stored snapshot beside the log; 0 when there is none that can be used. */
  readonly snapshotPosition: number;
  /** Number of entries that cannot be read, or do not apply to the entries before them. */
  readonly lostCount: number;
}

/** Applies the entries of a stored thread, without damaged ones. */
export function applyStoredThread(threadId: string, stored: StoredThread): AppliedThread {
  const parsed = stored.entries.map(parseEntry);
  const entries = parsed.map((entry) => entry ?? UNREADABLE);
  const storedBase = completeSnapshot(threadId, stored.base);
  const isBaseValid = isValidSnapshot(storedBase);
  const base = isBaseValid ? storedBase : repairSnapshot(storedBase);
  const jumps = jumpsOf(entries);
  const latest = usableSnapshot(threadId, stored, jumps);
  const positions = latest
    ? entries.slice(latest.position).map((_, position) => latest.position + position)
    : positionsTo(entries, jumps, entries.length);
  const path = positions.map((position) => entries[position] ?? UNREADABLE);
  const { snapshot, skipped } = applyValidEntries(latest?.snapshot ?? base, path);
  // The log must skip the same entries whenever it is applied again.
  for (const index of skipped) {
    const position = positions[index];
    if (position !== undefined) entries[position] = withoutEffect(entries[position]);
  }
  const branches = visibleBranches(createLogOutline(base, entries, jumps));
  const unreadableCount = parsed.filter((entry) => entry === undefined).length;
  return {
    base,
    entries,
    snapshot: { ...snapshot, branches },
    snapshotPosition: latest?.position ?? 0,
    lostCount: unreadableCount + skipped.size + (isBaseValid ? 0 : 1),
  };
}

/**
 * Returns the stored snapshot beside the log, when the log continues from it. A later jump leads to
 * another branch, and the content of a damaged snapshot is in the log as well.
 */
function usableSnapshot(
  threadId: string,
  { latest, entries }: StoredThread,
  jumps: readonly Jump[],
): { readonly position: number; readonly snapshot: Snapshot } | undefined {
  if (!latest || !Number.isSafeInteger(latest.position) || latest.position > entries.length)
    return undefined;
  if (jumps.some(({ position }) => position >= latest.position)) return undefined;
  if (!isValidSnapshot(latest.snapshot)) return undefined;
  // The tab that wrote the snapshot may have had issues of its own.
  return {
    position: latest.position,
    snapshot: withoutTabState(completeSnapshot(threadId, latest.snapshot)),
  };
}

/** Replaces an entry that does not apply. A jump stays one: later entries lie on its branch. */
function withoutEffect(entry: Event | undefined): Event {
  const action = entry && readAction(entry);
  if (action?.name !== "jump") return UNREADABLE;
  const { patch: _, ...value } = action.value;
  return createActionEntry("jump", value);
}

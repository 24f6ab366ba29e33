import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { visibleBranches } from "../eventLog/branchIndex.ts";
import { type BranchPoint, branchPointsOf, positionsTo } from "../eventLog/branchPath.ts";
import { createBranchTree } from "../eventLog/branchTree.ts";
import { actionEntry, readAction } from "../eventLog/entries.ts";
import { parseEntry, UNREADABLE } from "../eventLog/parseEntry.ts";
import { replayLenient } from "../eventLog/replayLenient.ts";
import { completeSnapshot, isValidSnapshot, repairSnapshot } from "../eventLog/validateSnapshot.ts";
import { withoutTabIssues } from "../eventLog/withoutTabIssues.ts";
import type { StoredThread } from "./threadStorage.ts";

/** A stored thread after replay. */
export interface LoadedThread {
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** Snapshot at the end of the log; a run that was interrupted still runs in it. */
  readonly snapshot: Snapshot;
  /** Position of the stored snapshot beside the log; 0 when there is none that can be used. */
  readonly snapshotAt: number;
  /** Number of entries that cannot be read, or do not apply to the entries before them. */
  readonly lostCount: number;
}

/** Replays a stored thread, without the entries that are damaged. */
export function loadStoredThread(threadId: string, stored: StoredThread): LoadedThread {
  const parsed = stored.entries.map(parseEntry);
  const entries = parsed.map((entry) => entry ?? UNREADABLE);
  const storedBase = completeSnapshot(threadId, stored.base);
  const isBaseValid = isValidSnapshot(storedBase);
  const base = isBaseValid ? storedBase : repairSnapshot(storedBase);
  const branchPoints = branchPointsOf(entries);
  const latest = usableSnapshot(threadId, stored, branchPoints);
  const positions = latest
    ? entries.slice(latest.at).map((_, at) => latest.at + at)
    : positionsTo(entries, branchPoints, entries.length);
  const path = positions.map((at) => entries[at] ?? UNREADABLE);
  const { snapshot, skipped } = replayLenient(latest?.snapshot ?? base, path);
  // Later replays of the log must skip the same entries.
  for (const index of skipped) {
    const at = positions[index];
    if (at !== undefined) entries[at] = withoutEffect(entries[at]);
  }
  const branches = visibleBranches(createBranchTree(base, entries, branchPoints));
  const unreadableCount = parsed.filter((entry) => entry === undefined).length;
  return {
    base,
    entries,
    snapshot: { ...snapshot, branches },
    snapshotAt: latest?.at ?? 0,
    lostCount: unreadableCount + skipped.size + (isBaseValid ? 0 : 1),
  };
}

/**
 * Returns the stored snapshot beside the log, when the log continues from it. A later branch point leads to
 * another branch, and the content of a damaged snapshot is in the log as well.
 */
function usableSnapshot(
  threadId: string,
  { latest, entries }: StoredThread,
  branchPoints: readonly BranchPoint[],
): { readonly at: number; readonly snapshot: Snapshot } | undefined {
  if (!latest || !Number.isSafeInteger(latest.position) || latest.position > entries.length)
    return undefined;
  if (branchPoints.some(({ at }) => at >= latest.position)) return undefined;
  if (!isValidSnapshot(latest.snapshot)) return undefined;
  // The tab that wrote the snapshot may have had issues of its own.
  return {
    at: latest.position,
    snapshot: withoutTabIssues(completeSnapshot(threadId, latest.snapshot)),
  };
}

/** Replaces an entry that does not apply. A branch point stays one: later entries lie on its branch. */
function withoutEffect(entry: Event | undefined): Event {
  const action = entry && readAction(entry);
  if (action?.name !== "go") return UNREADABLE;
  const { patch: _, ...value } = action.value;
  return actionEntry("go", value);
}

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

/** What became of a stored thread. */
export interface LoadedThread {
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** As it was stored last; a run that went on then goes on in it. */
  readonly snapshot: Snapshot;
  /** How long the log was when the snapshot beside it was written; 0 when there is none that helps. */
  readonly snapshotAt: number;
  /** How many entries could not be read, or did not fit what could. */
  readonly lostCount: number;
}

/** Reads a stored thread to its end: all of it that can be read. */
export function loadStoredThread(threadId: string, stored: StoredThread): LoadedThread {
  const read = stored.entries.map(parseEntry);
  const entries = read.map((entry) => entry ?? UNREADABLE);
  const found = completeSnapshot(threadId, stored.base);
  const isWhole = isValidSnapshot(found);
  const base = isWhole ? found : repairSnapshot(found);
  const turnings = branchPointsOf(entries);
  const latest = usableSnapshot(threadId, stored, turnings);
  const places = latest
    ? entries.slice(latest.at).map((_, at) => latest.at + at)
    : positionsTo(entries, turnings, entries.length);
  const path = places.map((at) => entries[at] ?? UNREADABLE);
  const { snapshot, skipped } = replayLenient(latest?.snapshot ?? base, path);
  // Whatever else is made of the log is made of what fits.
  for (const misfit of skipped) {
    const at = places[misfit];
    if (at !== undefined) entries[at] = withoutEffect(entries[at]);
  }
  const branches = visibleBranches(createBranchTree(base, entries, turnings));
  const unread = read.filter((entry) => entry === undefined).length;
  return {
    base,
    entries,
    snapshot: { ...snapshot, branches },
    snapshotAt: latest?.at ?? 0,
    lostCount: unread + skipped.size + (isWhole ? 0 : 1),
  };
}

/**
 * A snapshot that the log goes on from: with a turning behind it, it is of another way; and where it is
 * damaged, all that it showed is in the log.
 */
function usableSnapshot(
  threadId: string,
  { latest, entries }: StoredThread,
  turnings: readonly BranchPoint[],
): { readonly at: number; readonly snapshot: Snapshot } | undefined {
  if (!latest || !Number.isSafeInteger(latest.position) || latest.position > entries.length)
    return undefined;
  if (turnings.some(({ at }) => at >= latest.position)) return undefined;
  if (!isValidSnapshot(latest.snapshot)) return undefined;
  // The page that has written it may have noted there what concerned itself.
  return {
    at: latest.position,
    snapshot: withoutTabIssues(completeSnapshot(threadId, latest.snapshot)),
  };
}

/** An entry that did not fit: where it has gone another way, that way is still the one it went. */
function withoutEffect(entry: Event | undefined): Event {
  const act = entry && readAction(entry);
  if (act?.name !== "go") return UNREADABLE;
  const { patch: _, ...value } = act.value;
  return actionEntry("go", value);
}

import type { Event } from "../../protocol/events.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { asLogged } from "../log/asLogged.ts";
import { branchesOf } from "../log/branches.ts";
import { actEntry } from "../log/entries.ts";
import { entriesTo, type Turning, turningsOf } from "../log/path.ts";
import { replay } from "../log/replay.ts";
import type { StoredSnapshot, StoredThread } from "./types.ts";

/** What became of a stored thread. */
export interface ReadThread {
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** As it was stored last; a run that went on then goes on in it. */
  readonly snapshot: Snapshot;
  /** How long the log was when the snapshot beside it was written; 0 when there is none that helps. */
  readonly snapshotAt: number;
  /** How many entries could not be read, or did not fit what could. */
  readonly lost: number;
}

/** In the place of an entry that could not be read, so that the others stay where they are. */
const LOST = actEntry("lost", {});

/** Reads a stored thread to its end: all of it that can be read. */
export function readStored(threadId: string, stored: StoredThread): ReadThread {
  const entries = stored.entries.map((entry) => entry ?? LOST);
  const base = { ...createSnapshot({ threadId }), ...stored.base };
  const turnings = turningsOf(entries);
  const latest = usable(stored.latest, entries.length, turnings);
  const path = latest ? entries.slice(latest.at) : entriesTo(entries, turnings, entries.length);
  // The page that has written it may have noted there what concerned itself.
  const from = latest ? asLogged({ ...createSnapshot({ threadId }), ...latest.snapshot }) : base;
  const { snapshot, failed } = replayAll(from, path);
  const branches = branchesOf({ turnings, head: entries.length, size: entries.length });
  const unread = stored.entries.filter((entry) => entry === null).length;
  return {
    base,
    entries,
    snapshot: { ...snapshot, branches },
    snapshotAt: latest?.at ?? 0,
    lost: unread + failed,
  };
}

/** A snapshot that the log goes on from: with a turning behind it, it is of another way. */
function usable(latest: StoredSnapshot | undefined, size: number, turnings: readonly Turning[]) {
  if (!latest || latest.at > size || turnings.some(({ at }) => at >= latest.at)) return undefined;
  return latest;
}

/** Goes on past what does not fit: an act may be about something that could not be read. */
function replayAll(from: Snapshot, path: readonly Event[]) {
  try {
    return { snapshot: replay(from, path), failed: 0 };
  } catch {
    let snapshot = from;
    let failed = 0;
    for (const entry of path) {
      try {
        snapshot = replay(snapshot, [entry]);
      } catch {
        failed += 1;
      }
    }
    return { snapshot, failed };
  }
}

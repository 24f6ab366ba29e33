import type { Event } from "../../protocol/events.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { branchesOf } from "../log/branches.ts";
import { actEntry } from "../log/entries.ts";
import { entriesTo, turningsOf } from "../log/path.ts";
import { replay } from "../log/replay.ts";
import type { StoredThread } from "./types.ts";

/** What became of a stored thread. */
export interface ReadThread {
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** As it was stored last; a run that went on then goes on in it. */
  readonly snapshot: Snapshot;
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
  const { latest } = stored;
  // With a turning behind it, it is of another way.
  const isLatest =
    latest && latest.at <= entries.length && !turnings.some(({ at }) => at >= latest.at);
  const path = isLatest ? entries.slice(latest.at) : entriesTo(entries, turnings, entries.length);
  const from = isLatest ? { ...createSnapshot({ threadId }), ...latest.snapshot } : base;
  const { snapshot, failed } = replayAll(from, path);
  const branches = branchesOf({ turnings, head: entries.length, size: entries.length });
  const unread = stored.entries.filter((entry) => entry === null).length;
  return { base, entries, snapshot: { ...snapshot, branches }, lost: unread + failed };
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

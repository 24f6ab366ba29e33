import type { Event } from "../../protocol/events.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { applyEntries } from "./applyEntries.ts";
import { applyValidEntries } from "./applyValidEntries.ts";
import { isOnEveryBranch } from "./branchPath.ts";
import type { EventLog } from "./eventLog.ts";
import { readAction } from "./logEntries.ts";

const hasMessage = (snapshot: Snapshot, id: string) => findMessageIndex(snapshot.messages, id) >= 0;

/** Iterates over the local actions on the current path, each with its position and the snapshot before it. */
function* iterateLocalActions(log: EventLog): Generator<readonly [number, Event, Snapshot]> {
  const path = [...log.pathEntries()];
  // Validates the path once: to validate after every action would take quadratic time.
  const { skipped } = applyValidEntries(
    log.base,
    path.map(([, entry]) => entry),
  );
  let snapshot = log.base;
  let events: Event[] = [];
  for (const [index, [position, entry]] of path.entries()) {
    if (readAction(entry)) {
      snapshot = applyEntries(snapshot, events);
      events = [];
      yield [position, entry, snapshot];
    }
    if (!skipped.has(index)) events.push(entry);
  }
}

/** Returns the position before a user message was sent; 0 when the thread began with the message. */
export function positionBefore(log: EventLog, messageId: string): number {
  if (hasMessage(log.base, messageId)) return 0;
  let before = 0;
  for (const [position, , snapshot] of iterateLocalActions(log)) {
    if (hasMessage(snapshot, messageId)) break;
    before = position;
  }
  return before;
}

/** Returns the position before the agent began to answer a user message. */
export function positionAfter(log: EventLog, messageId: string): number {
  if (hasMessage(log.base, messageId)) return 0;
  for (const [position, entry, snapshot] of iterateLocalActions(log)) {
    if (readAction(entry)?.name === "run" && hasMessage(snapshot, messageId)) return position;
  }
  return log.entries.length;
}

/** Returns the snapshot at a position, with the earlier messages that were loaded since. */
export function snapshotAtPosition(log: EventLog, position: number): Snapshot {
  const loadedSince = log.entries.slice(position).filter(isOnEveryBranch);
  return applyValidEntries(log.snapshotAt(position), loadedSince).snapshot;
}

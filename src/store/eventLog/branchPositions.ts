import type { Event } from "../../protocol/events.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isOnEveryBranch } from "./branchPath.ts";
import { readAction } from "./entries.ts";
import type { EventLog } from "./eventLog.ts";
import { replay } from "./replay.ts";
import { replayLenient } from "./replayLenient.ts";

/** A place in a log from which a conversation can go another way. */
export interface LogPosition {
  readonly position: number;
}

const has = (snapshot: Snapshot, id: string) => findMessageIndex(snapshot.messages, id) >= 0;

/** The acts of the page on the way to where the thread stands, with what it held before each. */
function* acts(log: EventLog): Generator<readonly [number, Event, Snapshot]> {
  const path = [...log.pathEntries()];
  // Once for all of it: looking at every act whether all is sound would cost the square of their number.
  const { skipped } = replayLenient(
    log.base,
    path.map(([, entry]) => entry),
  );
  let snapshot = log.base;
  let events: Event[] = [];
  for (const [index, [position, entry]] of path.entries()) {
    if (readAction(entry)) {
      snapshot = replay(snapshot, events);
      events = [];
      yield [position, entry, snapshot];
    }
    if (!skipped.has(index)) events.push(entry);
  }
}

/** The place before the person has said something; the beginning, where the thread began with it. */
export function positionBefore(log: EventLog, messageId: string): LogPosition {
  if (has(log.base, messageId)) return { position: 0 };
  let place = 0;
  for (const [position, , snapshot] of acts(log)) {
    if (has(snapshot, messageId)) break;
    place = position;
  }
  return { position: place };
}

/** The place right before the agent has begun to answer what the person has said. */
export function positionAfter(log: EventLog, messageId: string): LogPosition {
  if (has(log.base, messageId)) return { position: 0 };
  for (const [position, entry, snapshot] of acts(log)) {
    if (readAction(entry)?.name === "run" && has(snapshot, messageId)) return { position };
  }
  return { position: log.entries.length };
}

/** What the thread held at a position, with what has been put in front of the conversation since. */
export function snapshotAtPosition(log: EventLog, position: number): Snapshot {
  const since = log.entries.slice(position).filter(isOnEveryBranch);
  return replayLenient(log.snapshotAt(position), since).snapshot;
}

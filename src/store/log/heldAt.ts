import type { Snapshot } from "../../reducer/snapshot.ts";
import { isForAll } from "./path.ts";
import { replayLenient } from "./replayFitting.ts";
import type { EventLog } from "./threadLog.ts";

/** What the thread held at a position, with what has been put in front of the conversation since. */
export function snapshotAtPosition(log: EventLog, position: number): Snapshot {
  const since = log.entries.slice(position).filter(isForAll);
  return replayLenient(log.snapshotAt(position), since).snapshot;
}

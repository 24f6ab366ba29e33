import type { Snapshot } from "../../reducer/snapshot.ts";
import { isForAll } from "./branchPath.ts";
import type { EventLog } from "./eventLog.ts";
import { replayLenient } from "./replayLenient.ts";

/** What the thread held at a position, with what has been put in front of the conversation since. */
export function snapshotAtPosition(log: EventLog, position: number): Snapshot {
  const since = log.entries.slice(position).filter(isForAll);
  return replayLenient(log.snapshotAt(position), since).snapshot;
}

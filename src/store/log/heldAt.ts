import type { Snapshot } from "../../reducer/snapshot.ts";
import { isForAll } from "./path.ts";
import { replayFitting } from "./replayFitting.ts";
import type { ThreadLog } from "./threadLog.ts";

/** What the thread held at a position, with what has been put in front of the conversation since. */
export function heldAt(log: ThreadLog, position: number): Snapshot {
  const since = log.entries.slice(position).filter(isForAll);
  return replayFitting(log.snapshotAt(position), since).snapshot;
}

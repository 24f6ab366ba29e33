import type { Snapshot } from "../../reducer/snapshot.ts";
import { isForAll } from "./path.ts";
import { replay } from "./replay.ts";
import type { ThreadLog } from "./threadLog.ts";

/** What the thread held at a position, with what has been put in front of the conversation since. */
export function heldAt(log: ThreadLog, position: number): Snapshot {
  return replay(log.snapshotAt(position), log.entries.slice(position).filter(isForAll));
}

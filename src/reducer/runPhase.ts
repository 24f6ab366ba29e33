import type { Snapshot } from "./snapshot.ts";

/** True when the last run has started and has not ended, whether or not its connection is attached. */
export function isRunOpen({ tracking }: Pick<Snapshot, "tracking">): boolean {
  return tracking.phase === "active";
}

/** True for an open run whose RUN_FINISHED has arrived: the connection was lost before the end of its content. */
export function isReopened({ tracking, run }: Pick<Snapshot, "tracking" | "run">): boolean {
  return tracking.phase === "active" && run.outcome !== undefined;
}

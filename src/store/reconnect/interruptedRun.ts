import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isConnectionLossError } from "./connectionErrors.ts";
import { lookUpLastRun } from "./lastRun.ts";

/** The thread as it was when its last run was cut off, by a reload or for want of a network. */
export function findInterruptedRun(core: ThreadInternals): Snapshot | undefined {
  const { run, tracking } = core.getSnapshot();
  const stored = core.options.snapshot;
  if (stored?.tracking && wasRunning(stored)) {
    const isStill = stored.run.runId === run.runId && run.outcome === "cancelled";
    // One that an earlier version has stored knows less.
    if (isStill) return { ...createSnapshot(stored), ...stored };
  }
  if (run.outcome !== "error" || !run.error || !isConnectionLossError(run.error)) return undefined;
  // What was never begun cannot be taken up.
  if (tracking.streamRunIds.length === 0) return undefined;
  return (
    lookUpLastRun(core, core.getSnapshot()).snapshotBeforeEnd() ?? reopened(core.getSnapshot())
  );
}

function reopened(snapshot: Snapshot): Snapshot {
  const { error: _, outcome: __, ...run } = snapshot.run;
  const tracking = { ...snapshot.tracking, isAttached: true, phase: "active" } as const;
  return { ...snapshot, run, tracking };
}

/** Whether a stored thread was in the middle of a run. */
export function wasRunning({ tracking }: Snapshot): boolean {
  return tracking.phase === "active" || (tracking.isAttached && tracking.phase === "none");
}

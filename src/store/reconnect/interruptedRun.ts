import {
  createRunEndObserver,
  observeYielded,
  type RunEndObserver,
} from "../../protocol/runEnd.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { isReopened } from "../../reducer/runPhase.ts";
import { reopenRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isConnectionLossError } from "./connectionErrors.ts";
import { lookUpLastRun } from "./lookUpLastRun.ts";

/** Returns the snapshot during the last run, if that run was interrupted by a reload or a lost connection. */
export function findInterruptedRun(internals: ThreadInternals): Snapshot | undefined {
  const { run, tracking } = internals.getBaseSnapshot();
  const stored = internals.options.snapshot;
  if (stored?.tracking) {
    const { runId, outcome = "cancelled" } = stored.run;
    const isSameRun = runId === run.runId && run.outcome === outcome;
    // A snapshot of an earlier version has fewer fields.
    const open = isSameRun && findOpenRun(internals, { ...createSnapshot(stored), ...stored });
    if (open) return open;
  }
  if (run.outcome !== "error" || !run.error || !isConnectionLossError(run.error)) return undefined;
  // A run that never started cannot be resumed.
  if (tracking.connectionRunIds.length === 0) return undefined;
  return (
    lookUpLastRun(internals, internals.getBaseSnapshot()).snapshotBeforeEnd() ??
    openFailedRun(internals.getBaseSnapshot())
  );
}

function openFailedRun(snapshot: Snapshot): Snapshot {
  const { error: _, outcome: __, ...run } = snapshot.run;
  const tracking = { ...snapshot.tracking, isAttached: true, phase: "active" } as const;
  return { ...snapshot, run, tracking };
}

/**
 * Returns a snapshot from the middle of a run, with the run open; `undefined` for any other snapshot. A run whose
 * content continues after RUN_FINISHED is opened again.
 */
export function findOpenRun(
  internals: Pick<ThreadInternals, "changes" | "options">,
  snapshot: Snapshot,
): Snapshot | undefined {
  if (wasRunning(snapshot)) return snapshot;
  if (!snapshot.tracking.isAttached) return undefined;
  return observeLastRun(internals, snapshot).hasOpenContent ? reopenRun(snapshot) : undefined;
}

/** True for a snapshot of a run that has ended, and of which no text is open. */
export function awaitsOnlyCalls(
  internals: Pick<ThreadInternals, "changes" | "options">,
  snapshot: Snapshot,
): boolean {
  return isReopened(snapshot) && !observeLastRun(internals, snapshot).hasOpenRunOrText;
}

function observeLastRun(
  internals: Pick<ThreadInternals, "changes" | "options">,
  snapshot: Snapshot,
): RunEndObserver {
  const tools = snapshot.tracking.toolNames.map((name) => ({ name }));
  const runEnd = createRunEndObserver({ tools });
  observeYielded(runEnd, lookUpLastRun(internals, snapshot).events());
  return runEnd;
}

/** True for a snapshot from the middle of a run. */
export function wasRunning({ tracking }: Snapshot): boolean {
  return tracking.phase === "active" || (tracking.isAttached && tracking.phase === "none");
}

import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadCore } from "../threadCore.ts";
import { isDropError } from "./isDrop.ts";
import { isMidRun } from "./isMidRun.ts";
import { readTold } from "./told.ts";

/** The thread as it was when its last run was cut off, by a reload or for want of a network. */
export function lostRun<TState>(core: ThreadCore<TState>): Snapshot<TState> | undefined {
  const { run, ledger } = core.getSnapshot();
  const stored = core.options.snapshot;
  if (stored?.ledger && isMidRun(stored)) {
    const isStill = stored.run.runId === run.runId && run.outcome === "cancelled";
    // One that an earlier version has stored knows less.
    if (isStill) return { ...createSnapshot<TState>(stored), ...stored };
  }
  if (run.outcome !== "error" || !run.error || !isDropError(run.error)) return undefined;
  // What was never begun cannot be taken up.
  if (ledger.streamRunIds.length === 0) return undefined;
  return readTold(core, core.getSnapshot()).beforeEnd() ?? reopened(core.getSnapshot());
}

function reopened<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  const { error: _, outcome: __, ...run } = snapshot.run;
  const ledger = { ...snapshot.ledger, isAttached: true, phase: "active" } as const;
  return { ...snapshot, run, ledger };
}

import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { toRunError } from "../run/runError.ts";
import type { RunContext } from "../thread/runContext.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { isRunNotFound } from "./connectionErrors.ts";

/** Whether the error of a thread is that it could not be connected to: its last run has not failed. */
export function hasFailedToConnect({ status, outcome }: RunInfo): boolean {
  return status === "error" && outcome !== "error";
}

/** A thread at rest, whatever came of connecting to it. */
export function withoutConnectFailure<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  if (!hasFailedToConnect(snapshot.run)) return snapshot;
  const { error: _, ...run } = snapshot.run;
  return { ...snapshot, run: { ...run, status: "idle" } };
}

/**
 * Shows that a thread at rest could not be connected to, until it is tried again: with that, nobody could
 * tell that there may be more. A server that knows of no such thread has said all there is to say, and what
 * is said of a page of its history is said in its place.
 */
export function showConnectFailure<TState>(
  { getSnapshot, show }: RunContext<TState>,
  { error }: RunResult,
): void {
  const { run, earlier } = getSnapshot();
  if (!error || isRunNotFound(error) || earlier?.status === "failed" || run.status !== "idle")
    return;
  show({ ...getSnapshot(), run: { ...run, status: "error", error: toRunError(error) } });
}

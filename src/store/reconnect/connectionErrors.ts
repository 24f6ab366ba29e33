import { AgentKitError } from "../../protocol/errors.ts";
import type { RunError, RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { toRunError } from "../run/runError.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";

/** Whether a failure says that the connection was lost, and not that the agent or its server refused. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof AgentKitError && isConnectionLossError(error);
}

/** The same of the failure of a run, as plain data. */
export function isConnectionLossError({
  code,
  context,
}: Pick<RunError, "code" | "context">): boolean {
  if (code === "http-status") return context?.status === 429 || Number(context?.status) >= 500;
  return code === "network" || code === "timeout" || code === "incomplete-stream";
}

/** Whether a server says that it knows of no such run. */
export function isRunNotFound(error: unknown): boolean {
  if (!(error instanceof AgentKitError) || error.code !== "http-status") return false;
  return error.context.status === 404 || error.context.status === 410;
}

/** Whether the error of a thread is that it could not be connected to: its last run has not failed. */
export function hasFailedToConnect({ status, outcome }: RunInfo): boolean {
  return status === "error" && outcome !== "error";
}

/** A thread at rest, whatever came of connecting to it. */
export function withoutConnectFailure(snapshot: Snapshot): Snapshot {
  if (!hasFailedToConnect(snapshot.run)) return snapshot;
  const { error: _, ...run } = snapshot.run;
  return { ...snapshot, run: { ...run, status: "idle" } };
}

/**
 * Shows that a thread at rest could not be connected to, until it is tried again: with that, nobody could
 * tell that there may be more. A server that knows of no such thread has said all there is to say, and what
 * is said of a page of its history is said in its place.
 */
export function showConnectFailure(
  { getSnapshot, replaceSnapshot }: RunContext,
  { error }: RunResult,
): void {
  const { run, earlier } = getSnapshot();
  if (!error || isRunNotFound(error) || earlier?.status === "failed" || run.status !== "idle")
    return;
  replaceSnapshot({ ...getSnapshot(), run: { ...run, status: "error", error: toRunError(error) } });
}

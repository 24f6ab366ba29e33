import { AgentKitError } from "../../protocol/errors.ts";
import type { RunError, Snapshot } from "../../reducer/snapshot.ts";
import { hasFailedToConnect, toRunError } from "../run/runError.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";

/** True when the connection was lost, false when the agent or its server has refused. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof AgentKitError && isConnectionLossError(error);
}

/** True for the error of a run, as plain data, that reports a lost connection. */
export function isConnectionLossError({
  code,
  context,
}: Pick<RunError, "code" | "context">): boolean {
  if (code === "http-status") return context?.status === 429 || Number(context?.status) >= 500;
  return code === "network" || code === "timeout" || code === "incomplete-stream";
}

/** True when the server does not know the run. */
export function isRunNotFound(error: unknown): boolean {
  if (!(error instanceof AgentKitError) || error.code !== "http-status") return false;
  return error.context.status === 404 || error.context.status === 410;
}

/** Returns an idle thread without its connection error. */
export function withoutConnectFailure(snapshot: Snapshot): Snapshot {
  if (!hasFailedToConnect(snapshot.run)) return snapshot;
  const { error: _, ...run } = snapshot.run;
  return { ...snapshot, run: { ...run, status: "idle" } };
}

/**
 * Shows on an idle thread that the connection has failed, because there may be more messages. Nothing is shown
 * when the server does not know the thread, and a failed request for earlier messages has its own error.
 */
export function showConnectFailure(
  { getBaseSnapshot, replaceSnapshot }: RunContext,
  { error }: RunResult,
): void {
  const { run, earlier } = getBaseSnapshot();
  if (!error || isRunNotFound(error) || earlier?.status === "failed" || run.status !== "idle")
    return;
  replaceSnapshot({
    ...getBaseSnapshot(),
    run: { ...run, status: "error", error: toRunError(error) },
  });
}

import { AgentKitError } from "../../protocol/errors.ts";
import type { RunError } from "../../reducer/snapshot.ts";

/** Whether a failure says that the connection was lost, and not that the agent or its server refused. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof AgentKitError && isDropError(error);
}

/** The same of the failure of a run, as plain data. */
export function isDropError({ code, context }: Pick<RunError, "code" | "context">): boolean {
  if (code === "http-status") return context?.status === 429 || Number(context?.status) >= 500;
  return code === "network" || code === "timeout" || code === "incomplete-stream";
}

/** Whether a server says that it knows of no such run. */
export function isRunNotFound(error: unknown): boolean {
  if (!(error instanceof AgentKitError) || error.code !== "http-status") return false;
  return error.context.status === 404 || error.context.status === 410;
}

import { AgentKitError } from "../../protocol/errors.ts";

/** Whether a failure says that the connection was lost, and not that the agent or its server refused. */
export function isDrop(error: unknown): boolean {
  if (!(error instanceof AgentKitError)) return false;
  const { code, context } = error;
  if (code === "http-status") return context.status === 429 || Number(context.status) >= 500;
  return code === "network" || code === "timeout" || code === "incomplete-stream";
}

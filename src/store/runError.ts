import { AgentKitError } from "../protocol/errors.ts";
import type { Issue } from "../protocol/issue.ts";
import type { RunError, RunInfo } from "../reducer/snapshot.ts";

/** Says as plain data why an agent's stream failed. */
export function describeFailure(error: unknown): RunError {
  if (error instanceof AgentKitError) {
    const { code, message, context } = error;
    return { code, message, ...(Object.keys(context).length > 0 && { context }) };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "agent-failed", message: `The agent failed: ${reason}` };
}

/** Says as plain data which rule a strict run broke. */
export function describeViolation(issue: Issue): RunError {
  return { code: "protocol-violation", message: issue.message, issue };
}

/** The error of a run for its result: the one that was thrown, or one made from the snapshot. */
export function errorOf(run: RunInfo, thrown: unknown): AgentKitError | undefined {
  if (run.outcome !== "error" || !run.error) return undefined;
  const { code, message, context } = run.error;
  if (thrown instanceof AgentKitError && thrown.code === code) return thrown;
  return new AgentKitError(code, message, {
    ...context,
    ...(thrown !== undefined && { cause: thrown }),
  });
}

import { AgentKitError } from "../../protocol/errors.ts";
import type { Issue } from "../../protocol/issue.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { RunError, RunInfo } from "../../reducer/snapshot.ts";

/** Error of a strict run that broke a rule of the protocol. */
export class Violation extends AgentKitError {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super("protocol-violation", issue.message);
    this.issue = issue;
  }
}

/** @throws Violation when the protocol forbids what the issue is about */
export function throwOnViolation(issue: Issue): void {
  if (issue.severity === "violation") throw new Violation(issue);
}

/** Says as plain data why an agent's stream failed. */
export function toRunError(error: unknown): RunError {
  if (error instanceof AgentKitError) {
    // Only what fails a strict run has an issue.
    const { code, message, issue }: Partial<Violation> & AgentKitError = error;
    const context = Object.keys(error.context).length > 0 ? error.context : undefined;
    return omitUndefined({ code, message, context, issue });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "agent-failed", message: `The agent failed: ${reason}` };
}

/** The error of a run for its result: the one that was thrown, or one made from the snapshot. */
export function errorOf(run: RunInfo, thrown: unknown): AgentKitError | undefined {
  if (run.outcome !== "error" || !run.error) return undefined;
  const { code, message, context } = run.error;
  if (thrown instanceof AgentKitError && thrown.code === code) return thrown;
  return new AgentKitError(code, message, { ...context, cause: thrown });
}

import { AgentKitError } from "../../protocol/errors.ts";
import type { Issue } from "../../protocol/issue.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { RunError, RunInfo } from "../../reducer/snapshot.ts";

/** Error of a strict run that violated the protocol. */
class Violation extends AgentKitError {
  /** The issue that failed the run. */
  readonly issue: Issue;
  constructor(issue: Issue) {
    super("protocol-violation", issue.message);
    this.issue = issue;
  }
}

/**
 * Throws for an issue that the protocol forbids. A `notice` is legal or tolerated, and fails no run.
 *
 * @throws Violation
 */
export function throwOnViolation(issue: Issue): void {
  if (issue.severity === "violation") throw new Violation(issue);
}

/** Describes the error of an agent's stream as plain data. */
export function toRunError(error: unknown): RunError {
  if (error instanceof AgentKitError) {
    // Only a `Violation` has an issue.
    const { code, message, issue }: Partial<Violation> & AgentKitError = error;
    const context = Object.keys(error.context).length > 0 ? error.context : undefined;
    return omitUndefined({ code, message, context, issue });
  }
  const message = `The agent failed: ${reasonOf(error)}. \`error.cause\` has the original error; \`retry()\` runs the agent again.`;
  return { code: "agent-failed", message };
}

/** Returns the message of a thrown value, without its full stop: another sentence follows. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}

/** Returns the error of a run for its result: the thrown error, or one made from the snapshot. */
export function errorOf(run: RunInfo, thrown: unknown): AgentKitError | undefined {
  if (run.outcome !== "error" || !run.error) return undefined;
  const { code, message, context } = run.error;
  if (thrown instanceof AgentKitError && thrown.code === code) return thrown;
  return new AgentKitError(code, message, { ...context, cause: thrown });
}

/** True when the error of a thread is a failed connection: the last run itself has not failed. */
export function hasFailedToConnect({ status, outcome }: RunInfo): boolean {
  return status === "error" && outcome !== "error";
}

/** Creates the error of a command on a disposed thread. */
export function createDisposedError(): AgentKitError {
  return new AgentKitError(
    "thread-disposed",
    "The thread was disposed, so it can no longer run. Create another one.",
  );
}

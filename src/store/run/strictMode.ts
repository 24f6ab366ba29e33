import { AgentKitError } from "../../protocol/errors.ts";
import type { Issue } from "../../protocol/issue.ts";

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

import { AgentKitError } from "../../protocol/errors.ts";
import type { Event } from "../../protocol/events.ts";
import type { Issue } from "../../protocol/issue.ts";

/** How a strict run learns that it broke a rule. */
export class Violation extends AgentKitError {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super("protocol-violation", issue.message);
    this.issue = issue;
  }
}

/** What a strict run is read with, in place of what is lenient. */
export const strictMode = {
  /** Cuts between all events, so that what broke the rule is the last thing that was applied. */
  partsOf: (events: readonly Event[]): Event[][] => [[], ...events.map((event) => [event])],
  /** @throws Violation when the protocol forbids it */
  throwOnViolation(issue: Issue): void {
    if (issue.severity === "violation") throw new Violation(issue);
  },
};

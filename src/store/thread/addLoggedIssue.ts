import { createIssue, type IssueKind } from "../../protocol/issue.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import type { ThreadInternals } from "./threadInternals.ts";

/** Members of a thread that adding an issue needs. */
export type IssueTarget = Pick<ThreadInternals, "getBaseSnapshot" | "commit" | "listeners">;

/**
 * Adds an issue that no event of the agent has, records it in the event log, and notifies listeners.
 *
 * @param subject - Id of the faulty interrupt or tool call, location in the state, or description of a context entry.
 */
export function addLoggedIssue(
  { getBaseSnapshot, commit, listeners }: IssueTarget,
  kind: IssueKind,
  subject: string,
): void {
  const before = getBaseSnapshot();
  const next = addIssues(before, [createIssue(kind, undefined, subject)]);
  commit(next);
  listeners.notifyIssues(before, next);
}

import { createIssue, type IssueKind } from "../../protocol/issue.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import type { ThreadInternals } from "./threadInternals.ts";

/** Members of a thread that record an issue. */
export type IssueRecorder = Pick<ThreadInternals, "getSnapshot" | "commit" | "listeners">;

/**
 * Records an issue that no event of the agent has, and notifies listeners.
 *
 * @param subject - Id of the faulty interrupt or tool call, location in the state, or description of a context entry.
 */
export function recordIssue(
  { getSnapshot, commit, listeners }: IssueRecorder,
  kind: IssueKind,
  subject: string,
): void {
  const before = getSnapshot();
  const next = addIssues(before, [createIssue(kind, undefined, subject)]);
  commit(next);
  listeners.notifyIssues(before, next);
}

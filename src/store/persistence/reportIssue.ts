import { createIssue, type IssueKind } from "../../protocol/issue.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { TAB_ISSUES } from "../eventLog/withoutTabIssues.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** Notes an issue of this page, and tells of it. */
export function reportIssue(core: ThreadInternals, kind: IssueKind, subject: string): void {
  const before = core.getSnapshot();
  const next = addIssues(before, [createIssue(kind, undefined, subject)]);
  core.replaceSnapshot(next);
  core.listeners.notifyIssues(before, next);
}

/** The same, with what was thrown. */
export function reportCause(core: ThreadInternals, kind: IssueKind, cause: unknown): void {
  reportIssue(core, kind, cause instanceof Error ? cause.message : String(cause));
}

/** A snapshot that was made of the log, with the issues of the page that shows it. */
export function withTabIssues(next: Snapshot, shown: Snapshot): Snapshot {
  const missing = shown.issues.filter(
    (issue) => TAB_ISSUES.has(issue.code) && !next.issues.includes(issue),
  );
  return missing.length === 0 ? next : { ...next, issues: [...next.issues, ...missing] };
}

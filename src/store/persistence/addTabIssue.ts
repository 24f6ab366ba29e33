import { createIssue, type IssueKind } from "../../protocol/issue.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { TAB_ISSUES } from "../eventLog/withoutTabIssues.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** Adds an issue of this tab to the snapshot, but not to the event log, and notifies listeners. */
export function addTabIssue(internals: ThreadInternals, kind: IssueKind, subject: string): void {
  const before = internals.getSnapshot();
  const next = addIssues(before, [createIssue(kind, undefined, subject)]);
  internals.replaceSnapshot(next);
  internals.listeners.notifyIssues(before, next);
}

/** Adds an issue of this tab whose subject is the message of an error. */
export function addTabIssueFromError(
  internals: ThreadInternals,
  kind: IssueKind,
  cause: unknown,
): void {
  addTabIssue(internals, kind, cause instanceof Error ? cause.message : String(cause));
}

/** Adds the issues of this tab to a snapshot that was computed from the log. */
export function withTabIssues(next: Snapshot, shown: Snapshot): Snapshot {
  const missing = shown.issues.filter(
    (issue) => TAB_ISSUES.has(issue.code) && !next.issues.includes(issue),
  );
  return missing.length === 0 ? next : { ...next, issues: [...next.issues, ...missing] };
}

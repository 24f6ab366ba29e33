import { createIssue, type IssueCode, type IssueKind } from "../../protocol/issue.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueCodes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import { withoutConnectFailure } from "../reconnect/connectionErrors.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** Issues that concern one tab: they are neither logged nor shown in other tabs. */
const TAB_ISSUES: ReadonlySet<IssueCode> = new Set([notStored[0], partlyStored[0], notDone[0]]);

/**
 * Returns a snapshot without the state of one tab, which is not logged: its issues, `isRestoring`, a failed connection,
 * and the request for earlier messages.
 */
export function withoutTabState(snapshot: Snapshot): Snapshot {
  const { isRestoring, earlier, ...logged } = withoutConnectFailure(snapshot);
  const issues = snapshot.issues.filter(({ code }) => !TAB_ISSUES.has(code));
  const isLoadingEarlier = earlier !== undefined && earlier.status !== "idle";
  const isTabOnly = isRestoring || isLoadingEarlier || logged.run !== snapshot.run;
  if (!isTabOnly && issues.length === snapshot.issues.length) return snapshot;
  const idleEarlier = earlier && {
    earlier: { ...earlier, status: "idle" as const, error: null },
  };
  return { ...logged, ...idleEarlier, issues };
}

/** Adds an issue of this tab to the snapshot, but not to the event log, and notifies listeners. */
export function addTabIssue(internals: ThreadInternals, kind: IssueKind, subject: string): void {
  const before = internals.getBaseSnapshot();
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

/**
 * Adds the issues of this tab to a snapshot that was computed from the log.
 *
 * @param shown - The snapshot of this tab.
 */
export function withTabIssues(next: Snapshot, shown: Snapshot): Snapshot {
  const missing = shown.issues.filter(
    (issue) => TAB_ISSUES.has(issue.code) && !next.issues.includes(issue),
  );
  return missing.length === 0 ? next : { ...next, issues: [...next.issues, ...missing] };
}

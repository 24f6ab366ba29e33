import type { IssueCode } from "../../protocol/issue.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueCodes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { withoutConnectFailure } from "../reconnect/connectionErrors.ts";

/** Of one page alone: no entry of the log tells them, and no other page is to show them. */
export const TAB_ISSUES: ReadonlySet<IssueCode> = new Set([
  notStored[0],
  partlyStored[0],
  notDone[0],
]);

/** A snapshot without what the log does not tell: what concerns one page alone. */
export function withoutTabIssues(snapshot: Snapshot): Snapshot {
  const { isRestoring, earlier, ...logged } = withoutConnectFailure(snapshot);
  const issues = snapshot.issues.filter(({ code }) => !TAB_ISSUES.has(code));
  const isAsking = earlier !== undefined && earlier.status !== "idle";
  const isOwn = isRestoring || isAsking || logged.run !== snapshot.run;
  if (!isOwn && issues.length === snapshot.issues.length) return snapshot;
  // Whoever was asked, it was this page that did.
  const known = earlier && { earlier: { ...earlier, status: "idle" as const, error: null } };
  return { ...logged, ...known, issues };
}

import type { IssueCode } from "../../protocol/issue.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueCodes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { withoutConnectFailure } from "../reconnect/connectionErrors.ts";

/** Issues that concern one tab: they are neither logged nor shown in other tabs. */
export const TAB_ISSUES: ReadonlySet<IssueCode> = new Set([
  notStored[0],
  partlyStored[0],
  notDone[0],
]);

/** Returns a snapshot without the fields that concern one tab and are not logged. */
export function withoutTabIssues(snapshot: Snapshot): Snapshot {
  const { isRestoring, earlier, ...logged } = withoutConnectFailure(snapshot);
  const issues = snapshot.issues.filter(({ code }) => !TAB_ISSUES.has(code));
  const isLoadingEarlier = earlier !== undefined && earlier.status !== "idle";
  const isTabOnly = isRestoring || isLoadingEarlier || logged.run !== snapshot.run;
  if (!isTabOnly && issues.length === snapshot.issues.length) return snapshot;
  // The request for earlier messages was made by this tab.
  const loadedEarlier = earlier && {
    earlier: { ...earlier, status: "idle" as const, error: null },
  };
  return { ...logged, ...loadedEarlier, issues };
}

import type { NewIssue } from "../protocol/issue.ts";
import type { Snapshot } from "./snapshot.ts";
import { SnapshotDraft } from "./snapshotDraft.ts";

/** Applies a change that no event of the agent made. */
export function updateSnapshot(
  snapshot: Snapshot,
  change: (draft: SnapshotDraft) => void,
): Snapshot {
  const draft = new SnapshotDraft(snapshot);
  change(draft);
  return draft.commit();
}

/** Adds issues that were found before the events reached the reducer. */
export function addIssues(snapshot: Snapshot, issues: readonly NewIssue[]): Snapshot {
  if (issues.length === 0) return snapshot;
  return updateSnapshot(snapshot, (draft) => {
    for (const issue of issues) draft.addIssue(issue);
  });
}

import { isRecord } from "../../protocol/isRecord.ts";
import type { Issue } from "../../protocol/issue.ts";

/** Whether what a listener is to be told of is this issue. */
export function isSameIssue(a: Issue, b: unknown): boolean {
  return isRecord(b) && a.code === b.code && a.eventType === b.eventType && a.subject === b.subject;
}

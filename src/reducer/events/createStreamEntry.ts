import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { StreamEntry } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

export function createStreamEntry(
  id: string,
  isOpen: boolean,
  subagentRunId: string | undefined,
): StreamEntry {
  return omitUndefined({ id, isOpen, subagentRunId });
}

/** Creates the tracking entry of a message that exists without a stream of its own. */
export function createClosedEntry(
  { tracking: { resultCount } }: SnapshotDraft,
  id: string,
  subagentRunId: string | undefined,
): StreamEntry {
  const entry = createStreamEntry(id, false, subagentRunId);
  return resultCount > 0 ? { ...entry, resultCountAtEnd: resultCount } : entry;
}

import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../ownProperty.ts";
import type { EntryKind, StreamEntry } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Returns the stream with an id, of this run or from a messages snapshot; `undefined` for a new id. */
export function findStream(
  draft: SnapshotDraft,
  kind: EntryKind,
  id: string,
): StreamEntry | undefined {
  const entry = draft.entry(kind, id);
  const stated = getOwn(draft.tracking.statedEntries[kind], id);
  const tracked = entry?.hasOnlyCalls && entry.id === stated?.id ? stated : (entry ?? stated);
  const stream = tracked?.hasOnlyCalls ? undefined : tracked;
  // A span and the message in it may share an id, and then share the sub-agent too.
  return stream ?? (kind === "reasoning" ? draft.entry("reasoningSpans", id) : undefined);
}

/** Creates the tracking entry of a stream. */
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
  return resultCount > 0 ? { ...entry, resultCount } : entry;
}

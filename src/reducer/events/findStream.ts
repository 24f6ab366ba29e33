import { getOwn } from "../ownProperty.ts";
import type { StatedKind, StreamEntry } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Returns the stream with an id, of this run or from a messages snapshot; `undefined` for a new id. */
export function findStream(
  draft: SnapshotDraft,
  kind: StatedKind,
  id: string,
): StreamEntry | undefined {
  const entry = draft.findEntry(kind, id);
  const stated = getOwn(draft.tracking.statedEntries[kind], id);
  // The text of a message that only holds calls so far may be that of another sub-agent: the snapshot names it.
  const isStatedText = entry?.hasOnlyCalls && entry.id === stated?.id;
  const tracked = isStatedText ? stated : (entry ?? stated);
  // A message that only holds calls is no stream of text.
  if (tracked && !tracked.hasOnlyCalls) return tracked;
  // A span and the message in it may share an id, and then share the sub-agent too.
  return kind === "reasoning" ? draft.findEntry("reasoningSpans", id) : undefined;
}

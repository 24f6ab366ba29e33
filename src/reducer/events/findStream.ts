import { getOwn } from "../ownProperty.ts";
import type { StatedKind, StreamEntry } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Returns the stream with a key: of this run, or stated by a messages snapshot or by the input. `undefined` for a new key. */
export function findStream(
  draft: SnapshotDraft,
  kind: StatedKind,
  key: string,
): StreamEntry | undefined {
  const entry = draft.findEntry(kind, key);
  const stated = getOwn(draft.tracking.statedEntries[kind], key);
  // A message that only holds calls may get the text of another sub-agent: the stated entry names it.
  const isStatedText = entry?.hasOnlyCalls && entry.id === stated?.id;
  const tracked = isStatedText ? stated : (entry ?? stated);
  // A message that only holds calls is no stream of text.
  if (tracked && !tracked.hasOnlyCalls) return tracked;
  // A span and the message in it may share an id, and then share the sub-agent too.
  return kind === "reasoning" ? draft.findEntry("reasoningSpans", key) : undefined;
}

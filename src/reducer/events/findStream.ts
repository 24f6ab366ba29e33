import { getOwn } from "../ownProperty.ts";
import type { StatedKind, StreamEntry } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/**
 * Returns the stream with a key: of this run, or stated by a messages snapshot or by the input. `undefined` for a new key.
 *
 * Example: the run has sent `TOOL_CALL_START c1` in the message `m1`, and no text. Then `m1` is new as a text, unless a snapshot
 * has stated `m1` with a text.
 */
export function findStream(
  draft: SnapshotDraft,
  kind: StatedKind,
  key: string,
): StreamEntry | undefined {
  const entry = draft.findEntry(kind, key);
  // A message that only holds calls is no stream of text.
  if (entry && !entry.hasOnlyCalls) return entry;
  const stated = getOwn(draft.tracking.statedEntries[kind], key);
  // The text of a message with calls may be that of another sub-agent, which the stated entry of that message names.
  if (stated && (!entry || entry.id === stated.id)) return stated;
  // A span and the message in it may share an id, and then share the sub-agent too.
  return kind === "reasoning" ? draft.findEntry("reasoningSpans", key) : undefined;
}

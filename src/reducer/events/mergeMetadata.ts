import type { Metadata } from "../../protocol/events.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Merges the metadata of an event into its target, key by key; the last write wins. */
export function mergeMetadata(
  target: { metadata?: Metadata } | undefined,
  metadata: Metadata | undefined,
): void {
  if (target && metadata) target.metadata = { ...target.metadata, ...metadata };
}

/** Merges the metadata of an event into the message that it builds. */
export function mergeMessageMetadata(
  draft: SnapshotDraft,
  id: string,
  metadata: Metadata | undefined,
): void {
  if (metadata) mergeMetadata(draft.ownMessage(draft.findPosition(id)), metadata);
}

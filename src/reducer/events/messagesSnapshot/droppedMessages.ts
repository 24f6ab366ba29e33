import type { Message } from "../../../protocol/events.ts";
import { serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { contentKeyOf } from "./comparedContent.ts";

/** Number of keys of dropped messages that are remembered. */
const MAX_KEYS = 64;

/** A conversation before and after a snapshot. */
interface MessageChange {
  readonly before: readonly Message[];
  readonly next: readonly Message[];
  /** New ids of messages by the id before. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Returns the keys of a message of the agent: its server id, and its content, since a snapshot may change the id. */
function dropKeysOf(message: Message): readonly string[] {
  if (message.role !== "assistant") return [];
  const content = contentKeyOf(message);
  return [`id ${serverIdOf(message)}`, ...(content === undefined ? [] : [`content ${content}`])];
}

/**
 * Remembers the messages of the agent that a snapshot has dropped. When a later snapshot states them again, they count as
 * older than the messages after them. Forgets dropped texts and calls that only snapshots have stated, so that no
 * stream continues them.
 */
export function recordDropped(
  draft: SnapshotDraft,
  { before, next, renamed }: MessageChange,
): void {
  const ids = new Set(next.map(({ id }) => id));
  const { snapshotOnlyTexts, snapshotOnlyCalls } = draft.tracking;
  const texts = snapshotOnlyTexts.filter((id) => ids.has(id));
  if (texts.length < snapshotOnlyTexts.length) draft.setTracking({ snapshotOnlyTexts: texts });
  const calls = Object.entries(snapshotOnlyCalls);
  // A new record has no index: the snapshot may have changed the functions of the calls.
  if (calls.length > 0)
    draft.setTracking({
      snapshotOnlyCalls: Object.fromEntries(calls.filter(([id]) => draft.callInfo(id))),
    });
  const dropped = before.filter(({ id }) => !ids.has(renamed.get(id) ?? id)).flatMap(dropKeysOf);
  if (dropped.length > 0)
    draft.setTracking({
      droppedKeys: [...draft.tracking.droppedKeys, ...dropped].slice(-MAX_KEYS),
    });
}

/** Returns a predicate for stated messages that an earlier snapshot has dropped. */
export function createDroppedFilter(draft: SnapshotDraft): (message: Message) => boolean {
  const keys = new Set(draft.tracking.droppedKeys);
  return (message) => dropKeysOf(message).some((key) => keys.has(key));
}

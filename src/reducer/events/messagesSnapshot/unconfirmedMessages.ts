import type { Message } from "../../../protocol/events.ts";
import { getOwn } from "../../ownProperty.ts";
import { callIdsOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { describeToolCalls } from "../../toolCallStatus.ts";

/*
 * A snapshot within a replayed run may be older than the loaded thread, and then lack content that the run repeats after
 * it. The same snapshot may be newer: the run answers the question again. The next text or call of the run decides: until
 * then the loaded messages after the snapshot are unconfirmed. Reasoning and activities stay in either case.
 *
 * Example: the thread has loaded `u1 a1`, and a run sends the snapshot `u1` and a text. With the id and text of `a1`,
 * the run repeats `a1`, and nothing is lost. With another id, the text replaces `a1`.
 */

/** Remembers the messages after a snapshot that stay until the run shows whether it repeats them. */
export function recordUnconfirmed(draft: SnapshotDraft, later: ReadonlySet<Message>): void {
  const messages = [...later];
  // A later question proves that the snapshot is old.
  const isOld = messages.some(({ role }) => role === "user");
  const unconfirmed = isOld
    ? []
    : messages.filter(({ role }) => !/^(activity|reasoning)$/.test(role));
  if (unconfirmed.length + draft.tracking.unconfirmedIds.length > 0)
    draft.setTracking({ unconfirmedIds: unconfirmed.map(({ id }) => id) });
}

/** Drops the unconfirmed messages that the run has not repeated, with their calls and results. */
export function dropUnconfirmed(draft: SnapshotDraft): void {
  const { unconfirmedIds, rebuiltStreams } = draft.tracking;
  if (unconfirmedIds.length === 0) return;
  const { messages, toolCalls } = draft.snapshot;
  const ids = new Set(unconfirmedIds);
  const isRepeated = (message: Message) =>
    getOwn(rebuiltStreams, `text:${message.id}`) ??
    callIdsOf(message).some((id) => getOwn(rebuiltStreams, `toolCalls:${id}`));
  const remaining = messages.filter((message) => !ids.has(message.id) || isRepeated(message));
  const callIds = new Set(remaining.flatMap(callIdsOf));
  const next = remaining.filter(
    (message) => message.role !== "tool" || callIds.has(message.toolCallId),
  );
  draft.setTracking({ unconfirmedIds: [] });
  draft.set("messages", next);
  draft.set("toolCalls", describeToolCalls(next, toolCalls));
}

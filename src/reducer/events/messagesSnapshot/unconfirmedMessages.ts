import type { Message } from "../../../protocol/events.ts";
import { callIdsOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { describeToolCalls } from "../../toolCallStatus.ts";
import { createRunFilter } from "../identity/streamIds.ts";

/*
 * A replayed run may send a snapshot that ends before loaded messages: either the snapshot is old and the run repeats them,
 * or the server has replaced them. The next new text or call decides: messages that the run has repeated by then stay, with
 * the results of their calls, and the others are dropped.
 *
 * Example: the thread has loaded `u1 a1`, and a run sends the snapshot `u1` and a text. With the id and text of `a1`,
 * the run repeats `a1`, and nothing is lost. With another id, the text replaces `a1`.
 */

/** Remembers the messages after a snapshot that stay until the run shows whether it repeats them. */
export function recordUnconfirmed(draft: SnapshotDraft, later: ReadonlySet<Message>): void {
  const messages = [...later];
  // A later question proves that the snapshot is old.
  const isOld = messages.some(({ role }) => role === "user");
  // Reasoning and activities stay in any case.
  const unconfirmed = isOld
    ? []
    : messages.filter(({ role }) => !/^(activity|reasoning)$/.test(role));
  if (unconfirmed.length + draft.tracking.unconfirmedIds.length > 0)
    draft.setTracking({ unconfirmedIds: unconfirmed.map(({ id }) => id) });
}

/** Drops the unconfirmed messages that the run has not repeated, with their calls and results. */
export function dropUnconfirmed(draft: SnapshotDraft): void {
  const { unconfirmedIds } = draft.tracking;
  if (unconfirmedIds.length === 0) return;
  const { messages, toolCalls } = draft.snapshot;
  const ids = new Set(unconfirmedIds);
  const isRepeated = createRunFilter(draft);
  // Results stay with their calls.
  const remaining = messages.filter(
    (message) => !ids.has(message.id) || message.role === "tool" || isRepeated(message),
  );
  const callIds = new Set(remaining.flatMap(callIdsOf));
  const next = remaining.filter(
    (message) => message.role !== "tool" || callIds.has(message.toolCallId),
  );
  draft.setTracking({ unconfirmedIds: [] });
  draft.setField("messages", next);
  draft.setField("toolCalls", describeToolCalls(next, toolCalls));
}

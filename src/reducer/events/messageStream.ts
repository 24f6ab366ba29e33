import type { Message } from "../../protocol/events.ts";
import { notOpen } from "../../protocol/issueCodes.ts";
import type { TextStreamKind } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { findKey, reportOtherSubagent } from "./identity/streamKeys.ts";
import { mergeMessageMetadata } from "./mergeMetadata.ts";
import {
  bindStreamToStatedText,
  followStatedText,
  type TrackedText,
} from "./messagesSnapshot/statedText.ts";
import { openMessageStream, type StreamEvent, type StreamRole } from "./openMessageStream.ts";

/**
 * Appends a delta to the message of a stream. Returns the id of the message.
 *
 * In the ordinary case, the stream is open and its entry names the message, whose content becomes longer. The other cases
 * are in functions of their own:
 *
 * - `resolveStream`: the server has not started the stream, or has ended it before;
 * - `bindStreamToStatedText`: a messages snapshot has stated the text under another id;
 * - `applyDelta`: a replay sends the content again, or a messages snapshot has stated it in advance.
 */
export function appendToStream(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): string {
  const { delta, metadata } = event;
  let stream = resolveStream(draft, kind, event, role);
  if (delta !== "") stream = bindStreamToStatedText(draft, stream, delta);
  const { id } = stream.entry;
  const position = draft.findPosition(id);
  const current = draft.snapshot.messages[position];
  // A messages snapshot may have dropped or replaced the message since.
  if (!current || !canFillMessage(current, kind)) return id;
  if (delta !== "" || current.content === undefined) {
    const shown = typeof current.content === "string" ? current.content : "";
    const content = applyDelta(draft, stream, shown, delta);
    const message = content === current.content ? undefined : draft.ownMessage(position);
    if (message) message.content = content;
  }
  mergeMessageMetadata(draft, id, metadata);
  return id;
}

/** Returns the stream of a delta, and opens the stream when the server did not. */
function resolveStream(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): TrackedText {
  const { messageId, subagentRunId, delta } = event;
  const key = findKey(draft.tracking[kind], messageId, subagentRunId);
  const entry = draft.findEntry(kind, key);
  if (entry?.isOpen) {
    reportOtherSubagent(draft, entry, subagentRunId, messageId);
    return { kind, key, entry };
  }
  draft.report(notOpen, messageId);
  const endedMessage = entry && draft.snapshot.messages[draft.findPosition(entry.id)];
  // The id may be that of a tool result, which has an entry but is not a stream.
  if (!entry || (endedMessage && !canFillMessage(endedMessage, kind))) {
    const opened = openMessageStream(draft, kind, event, role, true);
    const openedKey = findKey(draft.tracking[kind], messageId, subagentRunId);
    return { kind, key: openedKey, entry: opened };
  }
  reportOtherSubagent(draft, entry, subagentRunId, messageId);
  // Without a start, a replay continues the content that a snapshot has stated.
  if (delta !== "" && entry.statedAhead) draft.markRebuilt(kind, entry.id);
  return { kind, key, entry };
}

/** True when a stream of a kind may append to a message. */
function canFillMessage(message: Message, kind: TextStreamKind): boolean {
  return (
    typeof message.content !== "object" &&
    message.role !== "tool" &&
    (message.role === "reasoning") === (kind === "reasoning")
  );
}

/** Returns the content of a message after a delta of its stream, and records the progress of the stream. */
function applyDelta(
  draft: SnapshotDraft,
  stream: TrackedText,
  shown: string,
  delta: string,
): string {
  const { kind, entry } = stream;
  // The first delta of a replay replaces the content.
  const content = draft.beginRebuild(kind, entry.id) ? "" : shown;
  if (entry.statedAhead)
    return followStatedText(draft, stream, entry.statedAhead, { content, delta });
  return content + delta;
}

/** Ends a stream. Returns the id of its message; `undefined` for a stream that is not known. */
export function closeStream(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  { messageId, subagentRunId, metadata }: StreamEvent,
): string | undefined {
  const key = findKey(draft.tracking[kind], messageId, subagentRunId);
  const entry = draft.findEntry(kind, key);
  if (!entry?.isOpen) draft.report(notOpen, messageId);
  if (!entry) return undefined;
  reportOtherSubagent(draft, entry, subagentRunId, messageId);
  if (entry.isOpen) {
    const { resultCount } = draft.tracking;
    // Text after a later result begins another message (`isSameStep`).
    const count = resultCount > 0 && { resultCountAtEnd: resultCount };
    draft.putTracking(kind, key, { ...entry, isOpen: false, ...count });
  }
  mergeMessageMetadata(draft, entry.id, metadata);
  return entry.id;
}

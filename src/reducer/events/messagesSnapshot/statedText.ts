import type { Message } from "../../../protocol/events.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { deriveId } from "../../../protocol/randomId.ts";
import { moveWrittenStates } from "../../recordWrittenState.ts";
import type { StatedAhead, StreamEntry, TextStreamKind } from "../../runTracking.ts";
import { metadataWithServerId, serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/** Number of messages stated in advance among which the message of a stream is searched. */
const MAX_CANDIDATES = 32;

/** A text or reasoning stream with its key in the run tracking. */
export interface TrackedText {
  readonly kind: TextStreamKind;
  readonly key: string;
  readonly entry: StreamEntry;
}

/** Content after a delta that a messages snapshot has stated in advance. */
interface FollowedContent {
  readonly content: string;
  /** Absent when the stream has reached the end of the stated content. */
  readonly snapshotAhead?: StatedAhead;
}

/**
 * Returns content that a messages snapshot has stated in advance after a delta of its stream. Records the position of
 * the stream in the stated content.
 */
export function followStatedText(
  draft: SnapshotDraft,
  { kind, key, entry: { snapshotAhead: _, ...entry } }: TrackedText,
  snapshotAhead: StatedAhead,
  { content, delta }: { readonly content: string; readonly delta: string },
): string {
  // Content after the end of a stream is new.
  const isCurrent = entry.isOpen || entry.isSnapshotOnly;
  const followed = isCurrent ? applyToStated(content, snapshotAhead, delta) : undefined;
  const position = omitUndefined({ snapshotAhead: followed?.snapshotAhead });
  draft.putTracking(kind, key, { ...entry, ...position });
  if (followed) return followed.content;
  // The deltas that seemed to repeat the stated content did not.
  const repeated = isCurrent ? content.slice(snapshotAhead.from, snapshotAhead.to) : "";
  return content + repeated + delta;
}

/**
 * Applies a delta to content that a messages snapshot has stated in advance: the delta adds only what the content does
 * not have yet. Returns `undefined` for a delta that differs from the stated content.
 */
function applyToStated(
  content: string,
  snapshotAhead: StatedAhead,
  delta: string,
): FollowedContent | undefined {
  const { to } = snapshotAhead;
  const end = to + delta.length;
  if (end < content.length) {
    return content.startsWith(delta, to)
      ? { content, snapshotAhead: { ...snapshotAhead, to: end } }
      : undefined;
  }
  const remaining = content.slice(to);
  return delta.startsWith(remaining)
    ? { content: content + delta.slice(remaining.length) }
    : undefined;
}

/**
 * Binds a stream to a message with its text that a snapshot has stated ahead under another id. Separates it from that
 * message again at the first delta that differs. Returns the stream of the delta.
 */
export function bindStreamToStatedText(
  draft: SnapshotDraft,
  stream: TrackedText,
  delta: string,
): TrackedText {
  const { snapshotAhead } = stream.entry;
  const { snapshotOnlyTexts } = draft.tracking;
  if (snapshotAhead ? !snapshotAhead.streamMessage : snapshotOnlyTexts.length === 0) return stream;
  const { kind, key, entry } = stream;
  const { messages } = draft.snapshot;
  const current = messages[draft.findPosition(entry.id)];
  const content = typeof current?.content === "string" ? current.content : "";
  if (snapshotAhead && applyToStated(content, snapshotAhead, delta)) return stream;
  const isEmpty = content === "" && !(current?.role === "assistant" && current.toolCalls);
  const streamMessage = snapshotAhead ? snapshotAhead.streamMessage : isEmpty && current;
  if (!streamMessage) return stream;
  const to = snapshotAhead?.to ?? 0;
  const stated = findStatedMessage(draft, streamMessage, content.slice(0, to) + delta);
  if (!stated && !snapshotAhead) return stream;
  if (snapshotAhead && current) addSnapshotOnlyText(draft, current);
  if (!snapshotAhead)
    draft.setField(
      "messages",
      messages.filter((message) => message !== current),
    );
  if (stated) {
    removeSnapshotOnlyText(draft, stated.id);
    moveWrittenStates(draft, messages, new Map([[entry.id, stated.id]]));
  }
  const { snapshotAhead: _, ...otherFields } = entry;
  const nextEntry = stated
    ? { ...otherFields, id: stated.id, snapshotAhead: { from: to, to, streamMessage } }
    : { ...otherFields, id: insertStreamMessage(draft, streamMessage, content.slice(0, to)) };
  draft.putTracking(kind, key, nextEntry);
  return { kind, key, entry: nextEntry };
}

/** Inserts the message of a stream again, and returns its id. Another message may have taken the id meanwhile. */
function insertStreamMessage(draft: SnapshotDraft, message: Message, content: string): string {
  const isTaken = draft.findPosition(message.id) !== -1;
  const id = isTaken ? draft.freeMessageId(deriveId(message.id, message.role)) : message.id;
  const metadata = metadataWithServerId(id, serverIdOf(message), message.metadata);
  // `message` is a text or reasoning message, whose content is a string.
  draft.insertMessage({ ...message, id, content, ...omitUndefined({ metadata }) } as Message);
  return id;
}

/** Returns the oldest message that only a snapshot has stated and whose text begins as the text of the stream does. */
function findStatedMessage(
  draft: SnapshotDraft,
  streamMessage: Message,
  text: string,
): Message | undefined {
  for (const id of draft.tracking.snapshotOnlyTexts.slice(0, MAX_CANDIDATES)) {
    const message = draft.snapshot.messages[draft.findPosition(id)];
    if (typeof message?.content !== "string" || message.role !== streamMessage.role) continue;
    const isPrefix = message.content.startsWith(text) || text.startsWith(message.content);
    if (isPrefix && message.subagentRunId === streamMessage.subagentRunId) return message;
  }
  return undefined;
}

/** Adds a message that a snapshot has stated in advance to those that a stream may bind to. */
export function addSnapshotOnlyText(draft: SnapshotDraft, { id, role, content }: Message): void {
  const isText = role === "assistant" || role === "reasoning";
  if (isText && typeof content === "string" && content !== "")
    draft.setTracking({ snapshotOnlyTexts: [...draft.tracking.snapshotOnlyTexts, id] });
}

/** Removes a message from those that a stream may bind to. */
export function removeSnapshotOnlyText(draft: SnapshotDraft, id: string): void {
  const { snapshotOnlyTexts } = draft.tracking;
  if (snapshotOnlyTexts.includes(id))
    draft.setTracking({ snapshotOnlyTexts: snapshotOnlyTexts.filter((other) => other !== id) });
}

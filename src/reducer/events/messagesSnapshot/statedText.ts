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
  readonly statedAhead?: StatedAhead;
}

/**
 * Returns content that a messages snapshot has stated in advance after a delta of its stream. Records the position of
 * the stream in the stated content.
 */
export function followStatedText(
  draft: SnapshotDraft,
  { kind, key, entry: { statedAhead: _, ...entry } }: TrackedText,
  statedAhead: StatedAhead,
  { content, delta }: { readonly content: string; readonly delta: string },
): string {
  // Content after the end of a stream is new.
  const isCurrent = entry.isOpen || entry.isSnapshotOnly;
  const followed = isCurrent ? applyToStated(content, statedAhead, delta) : undefined;
  const position = omitUndefined({ statedAhead: followed?.statedAhead });
  draft.putTracking(kind, key, { ...entry, ...position });
  if (followed) return followed.content;
  // The deltas that seemed to repeat the stated content did not.
  const repeated = isCurrent ? content.slice(statedAhead.sentBefore, statedAhead.sentSoFar) : "";
  return content + repeated + delta;
}

/**
 * Applies a delta to content that a messages snapshot has stated in advance: the delta adds only what the content does
 * not have yet. Returns `undefined` for a delta that differs from the stated content.
 */
function applyToStated(
  content: string,
  statedAhead: StatedAhead,
  delta: string,
): FollowedContent | undefined {
  const { sentSoFar } = statedAhead;
  const end = sentSoFar + delta.length;
  if (end < content.length) {
    return content.startsWith(delta, sentSoFar)
      ? { content, statedAhead: { ...statedAhead, sentSoFar: end } }
      : undefined;
  }
  const remaining = content.slice(sentSoFar);
  return delta.startsWith(remaining)
    ? { content: content + delta.slice(remaining.length) }
    : undefined;
}

/**
 * Binds a stream to a message that a snapshot has stated ahead under another id. Separates the stream from that message at
 * the first delta that differs. Returns the stream of the delta.
 *
 * Example: a snapshot states `s1 "Hello world"` while the run has opened `m1` without text.
 *
 * | delta | result | messages |
 * | --- | --- | --- |
 * | `"Hello"` | binds the stream to `s1`, and removes `m1` | `s1 "Hello world"` |
 * | `" you"` | separates them, and inserts `m1` again | `s1 "Hello world"`, `m1 "Hello you"` |
 */
export function bindStreamToStatedText(
  draft: SnapshotDraft,
  stream: TrackedText,
  delta: string,
): TrackedText {
  const { statedAhead } = stream.entry;
  if (!statedAhead) return bindToStatedText(draft, stream, delta);
  // A stream under the id of the stated message stays with that message.
  if (!statedAhead.streamMessage) return stream;
  return separateFromStatedText(draft, stream, { ...statedAhead, delta });
}

/** Binds a stream whose own message is empty to a stated message that begins with the delta, if there is any. */
function bindToStatedText(draft: SnapshotDraft, stream: TrackedText, delta: string): TrackedText {
  if (draft.tracking.snapshotOnlyTexts.length === 0) return stream;
  const { messages } = draft.snapshot;
  const own = messages[draft.findPosition(stream.entry.id)];
  const hasCalls = own?.role === "assistant" && own.toolCalls !== undefined;
  if (!own || stringContentOf(own) !== "" || hasCalls) return stream;
  const stated = findStatedMessage(draft, own, delta);
  if (!stated) return stream;
  draft.setField(
    "messages",
    messages.filter((message) => message !== own),
  );
  return moveToStatedText(draft, stream, {
    before: messages,
    stated,
    statedAhead: { sentBefore: 0, sentSoFar: 0, streamMessage: own },
  });
}

/**
 * Keeps a stream at its stated message while the delta follows the text. Otherwise moves the stream to another stated message
 * with the sent text, or inserts the own message of the stream again.
 */
function separateFromStatedText(
  draft: SnapshotDraft,
  stream: TrackedText,
  { delta, ...statedAhead }: StatedAhead & { readonly delta: string },
): TrackedText {
  const { sentSoFar, streamMessage } = statedAhead;
  const { messages } = draft.snapshot;
  const current = messages[draft.findPosition(stream.entry.id)];
  const content = stringContentOf(current);
  if (!streamMessage || applyToStated(content, statedAhead, delta)) return stream;
  const sent = content.slice(0, sentSoFar);
  const other = findStatedMessage(draft, streamMessage, sent + delta);
  // Another stream may have the text of the message that this one leaves.
  if (current) addSnapshotOnlyText(draft, current);
  if (other)
    return moveToStatedText(draft, stream, {
      before: messages,
      stated: other,
      statedAhead: { sentBefore: sentSoFar, sentSoFar, streamMessage },
    });
  const { statedAhead: _, ...entry } = stream.entry;
  return recordEntry(draft, stream, {
    ...entry,
    id: insertStreamMessage(draft, streamMessage, sent),
  });
}

interface MoveTarget {
  /** The messages before the move. */
  readonly before: readonly Message[];
  readonly stated: Message;
  readonly statedAhead: StatedAhead;
}

/** Moves a stream to a stated message, which no other stream may bind to then. */
function moveToStatedText(
  draft: SnapshotDraft,
  stream: TrackedText,
  { before, stated, statedAhead }: MoveTarget,
): TrackedText {
  removeSnapshotOnlyText(draft, stated.id);
  moveWrittenStates(draft, before, new Map([[stream.entry.id, stated.id]]));
  return recordEntry(draft, stream, { ...stream.entry, id: stated.id, statedAhead });
}

/** Records the next entry of a stream. */
function recordEntry(
  draft: SnapshotDraft,
  { kind, key }: TrackedText,
  entry: StreamEntry,
): TrackedText {
  draft.putTracking(kind, key, entry);
  return { kind, key, entry };
}

/** Returns the content of a message that is a string; an empty text for other content. */
function stringContentOf(message: Message | undefined): string {
  return typeof message?.content === "string" ? message.content : "";
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

import type { Message } from "../../protocol/events.ts";
import { notOpen } from "../../protocol/issueCodes.ts";
import { mergeMessageMetadata, type SnapshotDraft } from "../snapshotDraft.ts";
import { checkSubagent, findKey } from "./identity/streamKeys.ts";
import {
  bindStreamToStatedText,
  followStatedText,
  type TrackedText,
} from "./messagesSnapshot/statedText.ts";
import {
  type FilledKind,
  openMessageStream,
  type StreamEvent,
  type StreamRole,
} from "./openMessageStream.ts";

/**
 * Appends a delta to the message of a stream. Returns the id of the message.
 *
 * In the ordinary case, the stream is open and its entry names the message, whose content becomes longer. The other cases
 * are in functions of their own:
 *
 * - `resolveStream`: the server has not started the stream, or has ended it before;
 * - `bindStreamToStatedText`: a messages snapshot has stated the text under another id;
 * - `contentAfter`: a replay sends the content again, or a messages snapshot has stated it in advance.
 */
export function appendToStream(
  draft: SnapshotDraft,
  kind: FilledKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): string {
  const { delta, metadata } = event;
  let stream = resolveStream(draft, kind, event, role);
  if (delta !== "") stream = bindStreamToStatedText(draft, stream, delta);
  const { id } = stream.entry;
  const position = draft.find(id);
  const current = draft.snapshot.messages[position];
  // A messages snapshot may have dropped or replaced the message since.
  if (!current || !isStreamed(current, kind)) return id;
  if (delta !== "" || current.content === undefined) {
    const before = typeof current.content === "string" ? current.content : "";
    const content = contentAfter(draft, stream, before, delta);
    const message = content === current.content ? undefined : draft.own(position);
    if (message) message.content = content;
  }
  mergeMessageMetadata(draft, id, metadata);
  return id;
}

/** Returns the stream of a delta, and opens the stream when the server did not. */
function resolveStream(
  draft: SnapshotDraft,
  kind: FilledKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): TrackedText {
  const { messageId, subagentRunId, delta } = event;
  const key = findKey(draft.tracking[kind], messageId, subagentRunId);
  const entry = draft.entry(kind, key);
  if (entry?.isOpen) {
    checkSubagent(draft, entry, subagentRunId, messageId);
    return { kind, key, entry };
  }
  draft.report(notOpen, messageId);
  const ended = entry && draft.snapshot.messages[draft.find(entry.id)];
  // The id may be that of a tool result, which has an entry but is not a stream.
  if (!entry || (ended && !isStreamed(ended, kind))) {
    const opened = openMessageStream(draft, kind, event, role, true);
    const openedKey = findKey(draft.tracking[kind], messageId, subagentRunId);
    return { kind, key: openedKey, entry: opened };
  }
  checkSubagent(draft, entry, subagentRunId, messageId);
  // Without a start, a replay continues the content that a snapshot has stated.
  if (delta !== "" && entry.snapshotAhead) draft.beginRebuild(kind, entry.id);
  return { kind, key, entry };
}

/** True for a message that a stream of this kind may fill. */
function isStreamed(message: Message, kind: FilledKind): boolean {
  return (
    typeof message.content !== "object" &&
    message.role !== "tool" &&
    (message.role === "reasoning") === (kind === "reasoning")
  );
}

/** Returns the content of a message after a delta of its stream. */
function contentAfter(
  draft: SnapshotDraft,
  stream: TrackedText,
  before: string,
  delta: string,
): string {
  const { kind, entry } = stream;
  // The first delta of a replay replaces the content.
  const content = draft.beginRebuild(kind, entry.id) ? "" : before;
  if (entry.snapshotAhead)
    return followStatedText(draft, stream, entry.snapshotAhead, { content, delta });
  return content + delta;
}

/** Ends a stream; the message stays. Returns its id; `undefined` for a stream that is not known. */
export function closeStream(
  draft: SnapshotDraft,
  kind: FilledKind,
  { messageId, subagentRunId, metadata }: StreamEvent,
): string | undefined {
  const key = findKey(draft.tracking[kind], messageId, subagentRunId);
  const entry = draft.entry(kind, key);
  if (!entry?.isOpen) draft.report(notOpen, messageId);
  if (!entry) return undefined;
  checkSubagent(draft, entry, subagentRunId, messageId);
  if (entry.isOpen) {
    const { resultCount } = draft.tracking;
    const counted = resultCount > 0 && { resultCount };
    draft.putTracking(kind, key, { ...entry, isOpen: false, ...counted });
  }
  mergeMessageMetadata(draft, entry.id, metadata);
  return entry.id;
}

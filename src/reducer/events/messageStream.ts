import type { Message, Metadata } from "../../protocol/events.ts";
import {
  alreadyOpen,
  attributionMismatch,
  idCollision,
  notOpen,
} from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { type Draft, mergeMetadata } from "../draft.ts";
import type { OpenStream } from "../runTracking.ts";
import { getOwn } from "../safeRecord.ts";

/** The kinds of messages that streams fill. */
export type StreamKind = "text" | "reasoning";

/** The roles of messages that streams fill. */
export type StreamRole = "assistant" | "user" | "system" | "developer" | "reasoning";

/** The fields that the start, content and end events of both kinds share. */
export interface StreamEvent {
  readonly messageId: string;
  readonly subagentRunId?: string;
  readonly metadata?: Metadata;
  readonly name?: string;
}

/** Returns the entry that owns an id in this run, `undefined` for a new id. */
export function streamOwnerOf(
  draft: Draft,
  kind: StreamKind | "activities" | "toolCalls",
  id: string,
): OpenStream | undefined {
  const owner = draft.entry(kind, id) ?? getOwn(draft.tracking.history[kind], id);
  // A span and the message in it may share an id; the first one owns it.
  return owner ?? (kind === "reasoning" ? draft.entry("reasoningSpans", id) : undefined);
}

/** Reports an event whose attribution contradicts the owner of the entry that it continues; returns false then. */
export function checkOwner(
  draft: Draft,
  owner: OpenStream | undefined,
  tag: string | undefined,
  subject: string,
): boolean {
  if (tag === undefined || !owner || owner.owner === tag) return true;
  draft.report(attributionMismatch, subject);
  return false;
}

/** True for a message that a stream of this kind may fill. */
function isStreamed(message: Message, kind: StreamKind): boolean {
  return (
    typeof message.content !== "object" &&
    message.role !== "tool" &&
    (message.role === "reasoning") === (kind === "reasoning")
  );
}

/** True when a stream of this role may continue the message at the position. */
function continues(draft: Draft, position: number, role: StreamRole): boolean {
  const message = draft.now.messages[position];
  return message?.role === role && typeof message.content !== "object";
}

/** Opens a stream: continues the message with its id, or inserts one. */
export function openStream(
  draft: Draft,
  kind: StreamKind,
  event: StreamEvent,
  role: StreamRole,
): OpenStream {
  const { messageId, subagentRunId: tag, metadata } = event;
  const known = draft.entry(kind, messageId);
  if (known?.isOpen) {
    draft.report(alreadyOpen, messageId);
    mergeMessageMetadata(draft, known.id, metadata);
    return known;
  }
  const owner = streamOwnerOf(draft, kind, messageId);
  const isOwner = checkOwner(draft, owner, tag, messageId);
  // An empty id identifies nothing, so it does not continue an earlier message with an empty id.
  let id = (messageId && known?.id) || messageId;
  const position = draft.find(id);
  if (position !== -1 && isOwner && continues(draft, position, role)) {
    mergeMessageMetadata(draft, id, metadata);
  } else {
    if (position !== -1 || id === "") {
      id = draft.freshId(`${messageId}:${role}`);
      draft.report(idCollision, messageId);
    }
    const { name } = event;
    draft.insert(omitUndefined({ id, role, content: "", name, subagentRunId: tag, metadata }));
  }
  const entry = streamEntry(id, true, isOwner && owner ? owner.owner : tag);
  draft.putTracking(kind, messageId, entry);
  return entry;
}

/** Appends to a stream, and opens it when the producer did not. */
export function appendToStream(
  draft: Draft,
  kind: StreamKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): void {
  const { messageId, delta, metadata } = event;
  let entry = draft.entry(kind, messageId);
  if (!entry?.isOpen) draft.report(notOpen, messageId);
  const ended = entry && !entry.isOpen && draft.now.messages[draft.find(entry.id)];
  // The id may be that of a tool result, which has an entry but is no stream.
  if (!entry || (ended && !isStreamed(ended, kind))) entry = openStream(draft, kind, event, role);
  else checkOwner(draft, entry, event.subagentRunId, messageId);
  const position = draft.find(entry.id);
  const current = draft.now.messages[position];
  // A messages snapshot may have dropped or replaced the message since.
  if (!current || !isStreamed(current, kind)) return;
  if (delta !== "" || current.content === undefined) {
    const before = draft.restartsContent(kind, entry.id) ? "" : (current.content ?? "");
    const message = draft.own(position);
    if (message) message.content = before + delta;
  }
  mergeMessageMetadata(draft, entry.id, metadata);
}

/** Ends a stream; the message stays. */
export function closeStream(draft: Draft, kind: StreamKind, event: StreamEvent): void {
  const { messageId } = event;
  const entry = draft.entry(kind, messageId);
  if (!entry?.isOpen) draft.report(notOpen, messageId);
  if (!entry) return;
  checkOwner(draft, entry, event.subagentRunId, messageId);
  if (entry.isOpen) draft.putTracking(kind, messageId, { ...entry, isOpen: false });
  mergeMessageMetadata(draft, entry.id, event.metadata);
}

/** Merges the metadata of an event into the message that it builds. */
export function mergeMessageMetadata(
  draft: Draft,
  id: string,
  metadata: Metadata | undefined,
): void {
  if (metadata) mergeMetadata(draft.own(draft.find(id)), metadata);
}

/** Creates the tracking entry of a stream. */
export function streamEntry(id: string, isOpen: boolean, owner: string | undefined): OpenStream {
  return omitUndefined({ id, isOpen, owner });
}

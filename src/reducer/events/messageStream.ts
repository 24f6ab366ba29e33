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

/** What a stream of text or reasoning builds. */
export type StreamKind = "text" | "reasoning";

export type StreamRole = "assistant" | "user" | "system" | "developer" | "reasoning";

/** What the start, content and end events of both kinds have in common. */
export interface StreamEvent {
  readonly messageId: string;
  readonly subagentRunId?: string;
  readonly metadata?: Metadata;
  readonly name?: string;
}

/** The sub-agent that owns an id of this run, `undefined` when the id is new to it. */
export function ownerOf(
  draft: Draft,
  kind: StreamKind | "activities" | "toolCalls",
  id: string,
): OpenStream | undefined {
  const owner = draft.entry(kind, id) ?? getOwn(draft.tracking.history[kind], id);
  // A span and the message in it may share an id, and whoever comes first owns it.
  return owner ?? (kind === "reasoning" ? draft.entry("reasoningSpans", id) : undefined);
}

/** Reports an event whose attribution contradicts the owner of what it continues. */
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

/** Whether a message is one that streams of this kind fill. */
function isStreamed(message: Message, kind: StreamKind): boolean {
  return (
    typeof message.content !== "object" &&
    message.role !== "tool" &&
    (message.role === "reasoning") === (kind === "reasoning")
  );
}

/** Whether a stream of this role may go on in the message that has its id. */
function continues(draft: Draft, position: number, role: StreamRole): boolean {
  const message = draft.now.messages[position];
  return message?.role === role && typeof message.content !== "object";
}

/** Opens a stream: continues the message that has its id, or makes one. */
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
  const owner = ownerOf(draft, kind, messageId);
  const isOwner = checkOwner(draft, owner, tag, messageId);
  // An empty id names nothing, so it cannot name what came before under it.
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

/** Appends to a stream, opening it when the producer forgot to. */
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
  // The id may be that of a tool's result, which is on record and is no stream.
  if (!entry || (ended && !isStreamed(ended, kind))) entry = openStream(draft, kind, event, role);
  else checkOwner(draft, entry, event.subagentRunId, messageId);
  const position = draft.find(entry.id);
  const current = draft.now.messages[position];
  // A snapshot of the messages may have dropped or replaced it in the meantime.
  if (!current || !isStreamed(current, kind)) return;
  if (delta !== "" || current.content === undefined) {
    const before = draft.tellsAnew(kind, entry.id) ? "" : (current.content ?? "");
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

/** Merges an event's metadata into the message it builds. */
export function mergeMessageMetadata(
  draft: Draft,
  id: string,
  metadata: Metadata | undefined,
): void {
  if (metadata) mergeMetadata(draft.own(draft.find(id)), metadata);
}

export function streamEntry(id: string, isOpen: boolean, owner: string | undefined): OpenStream {
  return omitUndefined({ id, isOpen, owner });
}

import type { Metadata } from "../protocol/events.ts";
import { type Draft, mergedMetadata } from "./draft.ts";
import { getOwn } from "./records.ts";
import type { LedgerEntry } from "./snapshot.ts";

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
): LedgerEntry | undefined {
  return draft.entry(kind, id) ?? getOwn(draft.ledger.history[kind], id);
}

/** Reports an event whose attribution contradicts the owner of what it continues. */
export function checkOwner(
  draft: Draft,
  owner: LedgerEntry | undefined,
  tag: string | undefined,
  subject: string,
): boolean {
  if (tag === undefined || !owner || owner.owner === tag) return true;
  draft.report({
    code: "attribution-mismatch",
    severity: "violation",
    subject,
    message: `The event is attributed to sub-agent "${tag}", but "${subject}" belongs to ${owner.owner === undefined ? "the agent itself" : `sub-agent "${owner.owner}"`}.`,
  });
  return false;
}

function reportNotOpen(draft: Draft, subject: string, repair: string): void {
  draft.report({
    code: "not-open",
    severity: "violation",
    subject,
    message: `"${subject}" is not open: ${repair}. Send its start event first.`,
  });
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
): LedgerEntry {
  const { messageId, subagentRunId: tag, metadata } = event;
  const known = draft.entry(kind, messageId);
  if (known?.isOpen) {
    draft.report({
      code: "already-open",
      severity: "violation",
      subject: messageId,
      message: `"${messageId}" is open already; the stream was continued. Send its end event before it starts again.`,
    });
    mergeMetadata(draft, known.id, metadata);
    return known;
  }
  const owner = known ?? getOwn(draft.ledger.history[kind], messageId);
  const isOwner = checkOwner(draft, owner, tag, messageId);
  let id = known?.id ?? messageId;
  const position = draft.find(id);
  if (position !== -1 && isOwner && continues(draft, position, role)) {
    // A replayed run tells its messages from the beginning.
    if (draft.ledger.isReplay && !known) {
      const message = draft.own(position);
      if (message) message.content = "";
    }
    mergeMetadata(draft, id, metadata);
  } else {
    if (position !== -1 || id === "") {
      id = draft.freshId(`${messageId}:${role}`);
      draft.report({
        code: "id-collision",
        severity: "notice",
        subject: messageId,
        message: `The message id "${messageId}" is ${messageId === "" ? "empty" : "taken by another message"}; this one became "${id}". Give every message an id of its own.`,
      });
    }
    draft.insert({
      id,
      role,
      content: "",
      ...(event.name !== undefined && { name: event.name }),
      ...(tag !== undefined && { subagentRunId: tag }),
      ...mergedMetadata(undefined, metadata),
    });
    releaseHeldValue(draft, "message", messageId, id);
  }
  const entry: LedgerEntry = {
    id,
    isOpen: true,
    ...attributionOf(isOwner && owner ? owner.owner : tag),
  };
  draft.putLedger(kind, messageId, entry);
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
  if (!entry) {
    reportNotOpen(draft, messageId, "it was opened for this content");
    entry = openStream(draft, kind, event, role);
  } else {
    if (!entry.isOpen)
      reportNotOpen(draft, messageId, "the content was added to the ended message");
    checkOwner(draft, entry, event.subagentRunId, messageId);
  }
  const position = draft.find(entry.id);
  const current = draft.now.messages[position];
  // A snapshot of the messages may have dropped it in the meantime.
  if (!current || typeof current.content === "object") return;
  if (delta !== "" || current.content === undefined) {
    const message = draft.own(position);
    if (message) message.content = (current.content ?? "") + delta;
  }
  mergeMetadata(draft, entry.id, metadata);
}

/** Ends a stream; the message stays. */
export function closeStream(draft: Draft, kind: StreamKind, event: StreamEvent): void {
  const { messageId } = event;
  const entry = draft.entry(kind, messageId);
  if (!entry?.isOpen) reportNotOpen(draft, messageId, "there was nothing to end");
  if (!entry) return;
  checkOwner(draft, entry, event.subagentRunId, messageId);
  if (entry.isOpen) draft.putLedger(kind, messageId, { ...entry, isOpen: false });
  mergeMetadata(draft, entry.id, event.metadata);
}

/** Merges an event's metadata into the message it builds. */
export function mergeMetadata(draft: Draft, id: string, metadata: Metadata | undefined): void {
  if (metadata === undefined) return;
  const message = draft.own(draft.find(id));
  if (message) Object.assign(message, mergedMetadata(message.metadata, metadata));
}

/** Hands a message an encrypted value that arrived before it. */
export function releaseHeldValue(
  draft: Draft,
  subtype: "message" | "tool-call",
  entityId: string,
  messageId: string,
): void {
  const key = `${subtype}:${entityId}`;
  const value = getOwn(draft.ledger.heldValues, key);
  if (value === undefined) return;
  const target =
    subtype === "message"
      ? draft.own(draft.find(messageId))
      : draft.ownToolCall(messageId, entityId);
  if (!target || ("role" in target && target.role === "activity")) return;
  target.encryptedValue = value;
  draft.putLedger("heldValues", key, undefined);
}

export function attributionOf(owner: string | undefined): { owner?: string } {
  return owner === undefined ? {} : { owner };
}

import type { Message, Metadata } from "../../protocol/events.ts";
import { alreadyOpen, idCollision, notOpen } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { getOwn } from "../ownProperty.ts";
import type { StreamEntry } from "../runTracking.ts";
import { metadataWithServerId, serverIdOf } from "../serverIds.ts";
import { mergeMetadata, type SnapshotDraft } from "../snapshotDraft.ts";
import { replayedId } from "./identity/idsOfRuns.ts";
import { findContinuedId, reusedMessageId } from "./identity/messageIds.ts";
import { countStreams, earlierIdsOf } from "./identity/streamIds.ts";
import { checkSubagent, findKey, startKey } from "./identity/streamKeys.ts";
import {
  bindStreamToStatedText,
  followStated,
  removeSnapshotOnlyText,
  type TrackedText,
} from "./messagesSnapshot/statedText.ts";
import { dropUnconfirmed } from "./messagesSnapshot/unconfirmedMessages.ts";
import { startTiming } from "./messageTimes.ts";

/** The kinds of messages that streams fill. */
type FilledKind = "text" | "reasoning";

/** The roles of messages that streams fill. */
type StreamRole = "assistant" | "user" | "system" | "developer" | "reasoning";

/** The fields that the start, content and end events of both kinds share. */
export interface StreamEvent {
  readonly messageId: string;
  readonly subagentRunId?: string;
  readonly metadata?: Metadata;
  readonly name?: string;
}

/** Returns the stream with an id, of this run or from a messages snapshot; `undefined` for a new id. */
export function findStream(
  draft: SnapshotDraft,
  kind: FilledKind | "activities" | "toolCalls",
  id: string,
): StreamEntry | undefined {
  const entry = draft.entry(kind, id);
  const stated = getOwn(draft.tracking.statedEntries[kind], id);
  const tracked = entry?.hasOnlyCalls && entry.id === stated?.id ? stated : (entry ?? stated);
  const stream = tracked?.hasOnlyCalls ? undefined : tracked;
  // A span and the message in it may share an id, and then share the sub-agent too.
  return stream ?? (kind === "reasoning" ? draft.entry("reasoningSpans", id) : undefined);
}

/** True for a message that a stream of this kind may fill. */
function isStreamed(message: Message, kind: FilledKind): boolean {
  return (
    typeof message.content !== "object" &&
    message.role !== "tool" &&
    (message.role === "reasoning") === (kind === "reasoning")
  );
}

/** True when a stream of this role may continue the message at the position. */
function continues(draft: SnapshotDraft, position: number, role: StreamRole): boolean {
  const message = draft.snapshot.messages[position];
  return message?.role === role && typeof message.content !== "object";
}

/** Opens a stream: continues the message with its id, or inserts one. */
export function openMessageStream(
  draft: SnapshotDraft,
  kind: FilledKind,
  event: StreamEvent,
  role: StreamRole,
  isJoined = false,
): StreamEntry {
  const { messageId, subagentRunId, metadata } = event;
  const key = startKey(draft, kind, messageId, subagentRunId);
  const existing = draft.entry(kind, key);
  if (existing?.isOpen) {
    draft.report(alreadyOpen, messageId);
    // Two messages may both have an empty id.
    if (messageId !== "") {
      mergeMessageMetadata(draft, existing.id, metadata);
      return existing;
    }
  }
  const earlier = findStream(draft, kind, key);
  // An agent that uses the id of an earlier message of a sub-agent is another agent than that one.
  const isOpenedByAgent = subagentRunId !== undefined && existing?.inheritedFrom === "history";
  const isSameSubagent =
    checkSubagent(draft, earlier, subagentRunId, messageId) && !isOpenedByAgent;
  const continuedId = findContinuedId(draft, kind, key, {
    role,
    isJoined,
    isSameSubagent,
  });
  const position = continuedId === undefined ? -1 : draft.find(continuedId);
  let id = continuedId ?? key;
  if (position !== -1 && continues(draft, position, role)) {
    const message = draft.snapshot.messages[position];
    const isNamed = !message || serverIdOf(message) === messageId;
    const withId = isNamed ? metadata : metadataWithServerId(id, messageId, metadata);
    mergeMessageMetadata(draft, id, withId);
    // A stream without a start continues what the message has, unless the run is known to stream all of it.
    const isWhole = replayedId(draft, kind, key) !== undefined;
    if (isJoined && !isWhole) draft.beginRebuild(kind, id);
  } else {
    if (kind === "text") dropUnconfirmed(draft);
    id = chooseNewId(draft, event, { wanted: id, role, isReuse: continuedId === undefined });
    const { name } = event;
    const withId = metadataWithServerId(id, messageId, metadata);
    draft.insert(omitUndefined({ id, role, content: "", name, subagentRunId, metadata: withId }));
    startTiming(draft, id);
  }
  const inheritedId = isSameSubagent ? earlier?.subagentRunId : undefined;
  const isOfHistory = earlier === existing ? existing?.inheritedFrom : earlier?.id !== id;
  const isInherited = subagentRunId === undefined && inheritedId !== undefined && isOfHistory;
  const entry: StreamEntry = {
    ...createStreamEntry(id, true, isSameSubagent && earlier ? inheritedId : subagentRunId),
    ...(isInherited && { inheritedFrom: "history" }),
    ...earlierIdsOf(draft, existing, id),
  };
  draft.putTracking(kind, key, entry);
  if (existing?.isSnapshotOnly) removeSnapshotOnlyText(draft, id);
  return entry;
}

interface NewMessage {
  readonly wanted: string;
  readonly role: StreamRole;
  /** True when the server uses the id of an earlier message again. */
  readonly isReuse: boolean;
}

/** Returns an unused id for a new message. */
function chooseNewId(
  draft: SnapshotDraft,
  { messageId }: StreamEvent,
  { wanted, role, isReuse }: NewMessage,
): string {
  const kind = role === "reasoning" ? role : "text";
  const position = draft.find(wanted);
  if (position === -1 && wanted !== "") return wanted;
  if (isReuse && messageId !== "" && continues(draft, position, role)) {
    return reusedMessageId(draft, kind, messageId);
  }
  draft.report(idCollision, messageId);
  // The ids of the run's earlier messages with this id are taken.
  return draft.freeMessageId(deriveId(messageId, role), countStreams(draft, kind, messageId));
}

/** Appends to a stream, and opens it when the server did not. Returns the id of its message. */
export function appendToStream(
  draft: SnapshotDraft,
  kind: FilledKind,
  event: StreamEvent & { readonly delta: string },
  role: StreamRole,
): string {
  const { messageId, subagentRunId, delta, metadata } = event;
  let key = findKey(draft.tracking[kind], messageId, subagentRunId);
  let entry = draft.entry(kind, key);
  if (!entry?.isOpen) draft.report(notOpen, messageId);
  const ended = entry && !entry.isOpen && draft.snapshot.messages[draft.find(entry.id)];
  // The id may be that of a tool result, which has an entry but is not a stream.
  if (!entry || (ended && !isStreamed(ended, kind))) {
    entry = openMessageStream(draft, kind, event, role, true);
    key = findKey(draft.tracking[kind], messageId, subagentRunId);
  } else checkSubagent(draft, entry, subagentRunId, messageId);
  // Without a start, a replay continues the content that a snapshot has stated.
  if (delta !== "" && !entry.isOpen && entry.snapshotAhead) draft.beginRebuild(kind, entry.id);
  if (delta !== "") entry = bindStreamToStatedText(draft, { kind, key, entry }, delta);
  const position = draft.find(entry.id);
  const current = draft.snapshot.messages[position];
  // A messages snapshot may have dropped or replaced the message since.
  if (!current || !isStreamed(current, kind)) return entry.id;
  if (delta !== "" || current.content === undefined) {
    const before = typeof current.content === "string" ? current.content : "";
    const content = extendContent(draft, { kind, key, entry }, before, delta);
    const message = content === current.content ? undefined : draft.own(position);
    if (message) message.content = content;
  }
  mergeMessageMetadata(draft, entry.id, metadata);
  return entry.id;
}

/** Returns the content of a stream after a delta, which a messages snapshot may have stated in advance. */
function extendContent(
  draft: SnapshotDraft,
  { kind, key, entry }: TrackedText,
  content: string,
  delta: string,
): string {
  const restarts = draft.beginRebuild(kind, entry.id);
  const { snapshotAhead, ...others } = entry;
  if (!snapshotAhead) return restarts ? delta : content + delta;
  // Content after the end of a stream is new.
  const isCurrent = entry.isOpen || entry.isSnapshotOnly;
  const followed = restarts || !isCurrent ? undefined : followStated(content, snapshotAhead, delta);
  const position = omitUndefined({ snapshotAhead: followed?.snapshotAhead });
  draft.putTracking(kind, key, { ...others, ...position });
  if (restarts) return delta;
  if (followed) return followed.content;
  // The deltas that seemed to repeat the stated content did not.
  return content + (isCurrent ? content.slice(snapshotAhead.from, snapshotAhead.to) : "") + delta;
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

/** Merges the metadata of an event into the message that it builds. */
export function mergeMessageMetadata(
  draft: SnapshotDraft,
  id: string,
  metadata: Metadata | undefined,
): void {
  if (metadata) mergeMetadata(draft.own(draft.find(id)), metadata);
}

/** Creates the tracking entry of a message that exists without a stream of its own. */
export function createClosedEntry(
  { tracking: { resultCount } }: SnapshotDraft,
  id: string,
  subagentRunId: string | undefined,
): StreamEntry {
  const entry = createStreamEntry(id, false, subagentRunId);
  return resultCount > 0 ? { ...entry, resultCount } : entry;
}

/** Creates the tracking entry of a stream. */
export function createStreamEntry(
  id: string,
  isOpen: boolean,
  subagentRunId: string | undefined,
): StreamEntry {
  return omitUndefined({ id, isOpen, subagentRunId });
}

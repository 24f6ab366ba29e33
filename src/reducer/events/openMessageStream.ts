import type { Metadata } from "../../protocol/events.ts";
import { alreadyOpen, idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import type { StreamEntry } from "../runTracking.ts";
import { metadataWithServerId, serverIdOf } from "../serverIds.ts";
import { mergeMessageMetadata, type SnapshotDraft } from "../snapshotDraft.ts";
import { replayedId } from "./identity/idsOfRuns.ts";
import { findContinuedId, reusedMessageId } from "./identity/messageIds.ts";
import { countStreams, earlierIdsOf } from "./identity/streamIds.ts";
import { checkSubagent, startKey } from "./identity/streamKeys.ts";
import { removeSnapshotOnlyText } from "./messagesSnapshot/statedText.ts";
import { dropUnconfirmed } from "./messagesSnapshot/unconfirmedMessages.ts";
import { startTiming } from "./messageTimes.ts";
import { createStreamEntry, findStream } from "./streamEntries.ts";

/** The kinds of messages that streams fill. */
export type FilledKind = "text" | "reasoning";

/** The roles of messages that streams fill. */
export type StreamRole = "assistant" | "user" | "system" | "developer" | "reasoning";

/** The fields that the start, content and end events of both kinds share. */
export interface StreamEvent {
  readonly messageId: string;
  readonly subagentRunId?: string;
  readonly metadata?: Metadata;
  readonly name?: string;
}

/**
 * Opens a stream in three steps:
 *
 * 1. `findContinuedId` decides whether the stream continues a message or begins one, since servers use ids again.
 * 2. `continueMessage` or `insertEmptyMessage` prepares the message.
 * 3. An entry in the run tracking leads later events of the stream to the message.
 *
 * @param isJoined - True for content without a start.
 */
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
    // Two messages may both have an empty id: the start opens a second one.
    if (messageId !== "") {
      mergeMessageMetadata(draft, existing.id, metadata);
      return existing;
    }
  }
  const earlier = findStream(draft, kind, key);
  // The entry has its sub-agent from an earlier message only: a start that names a sub-agent opens another stream.
  const startNamesSubagent = subagentRunId !== undefined && existing?.inheritedFrom === "history";
  const isSameSubagent =
    checkSubagent(draft, earlier, subagentRunId, messageId) && !startNamesSubagent;
  const continuedId = findContinuedId(draft, kind, key, { role, isJoined, isSameSubagent });
  let id = continuedId ?? key;
  if (continuedId !== undefined && isOfRole(draft, id, role)) {
    continueMessage(draft, id, event);
    // A stream without a start extends what the message has, unless the run is known to stream all of it.
    if (isJoined && replayedId(draft, kind, key) === undefined) draft.beginRebuild(kind, id);
  } else {
    if (kind === "text") dropUnconfirmed(draft);
    id = insertEmptyMessage(draft, event, { wanted: id, role, isNew: continuedId === undefined });
  }
  const entry: StreamEntry = {
    ...createStreamEntry(id, true, undefined),
    ...subagentOfStream(id, subagentRunId, { earlier, existing }),
    ...earlierIdsOf(draft, existing, id),
  };
  draft.putTracking(kind, key, entry);
  if (existing?.isSnapshotOnly) removeSnapshotOnlyText(draft, id);
  return entry;
}

/** True when a stream of this role may continue the message with an id. */
function isOfRole(draft: SnapshotDraft, id: string, role: StreamRole): boolean {
  const message = draft.snapshot.messages[draft.find(id)];
  return message?.role === role && typeof message.content !== "object";
}

/** Merges the metadata of a start into the message that its stream continues. */
function continueMessage(
  draft: SnapshotDraft,
  id: string,
  { messageId, metadata }: StreamEvent,
): void {
  const message = draft.snapshot.messages[draft.find(id)];
  const hasServerId = !message || serverIdOf(message) === messageId;
  const withId = hasServerId ? metadata : metadataWithServerId(id, messageId, metadata);
  mergeMessageMetadata(draft, id, withId);
}

interface NewMessage {
  /** The id of the message, unless another message has it. */
  readonly wanted: string;
  readonly role: StreamRole;
  /** True when the stream continues no message. Another message may have the id all the same. */
  readonly isNew: boolean;
}

/** Inserts an empty message for a stream, and returns its id. */
function insertEmptyMessage(draft: SnapshotDraft, event: StreamEvent, message: NewMessage): string {
  const { messageId, subagentRunId, name } = event;
  const { role } = message;
  const id = chooseNewId(draft, messageId, message);
  const metadata = metadataWithServerId(id, messageId, event.metadata);
  draft.insert(omitUndefined({ id, role, content: "", name, subagentRunId, metadata }));
  startTiming(draft, id);
  return id;
}

/** Returns an unused id for a new message. */
function chooseNewId(
  draft: SnapshotDraft,
  messageId: string,
  { wanted, role, isNew: isReuse }: NewMessage,
): string {
  const kind = role === "reasoning" ? role : "text";
  if (wanted !== "" && draft.find(wanted) === -1) return wanted;
  if (isReuse && messageId !== "" && isOfRole(draft, wanted, role)) {
    return reusedMessageId(draft, kind, messageId);
  }
  draft.report(idCollision, messageId);
  // The ids of the run's earlier messages with this id are taken.
  return draft.freeMessageId(deriveId(messageId, role), countStreams(draft, kind, messageId));
}

interface StreamsWithId {
  /** The stream under the same id, of this run or from a messages snapshot. */
  readonly earlier: StreamEntry | undefined;
  /** The entry of this run under the same key. */
  readonly existing: StreamEntry | undefined;
}

/** Returns the sub-agent that the start of a stream names, or else the sub-agent of the earlier stream under the id. */
function subagentOfStream(
  id: string,
  subagentRunId: string | undefined,
  { earlier, existing }: StreamsWithId,
): Pick<StreamEntry, "subagentRunId" | "inheritedFrom"> {
  if (subagentRunId !== undefined) return { subagentRunId };
  if (earlier?.subagentRunId === undefined) return {};
  const isOfHistory = earlier === existing ? existing.inheritedFrom : earlier.id !== id;
  return {
    subagentRunId: earlier.subagentRunId,
    ...(isOfHistory && { inheritedFrom: "history" }),
  };
}

import type { Metadata } from "../../protocol/events.ts";
import { alreadyOpen, idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import type { StreamEntry, TextStreamKind } from "../runTracking.ts";
import { metadataWithServerId, serverIdOf } from "../serverIds.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { createStreamEntry } from "./createStreamEntry.ts";
import { findStream } from "./findStream.ts";
import { replayedId } from "./identity/idsOfRuns.ts";
import { chooseReusedMessageId, findContinuedId } from "./identity/messageIds.ts";
import { countStreams, otherIdsOf } from "./identity/streamIds.ts";
import { isOfSubagent, registerStart, reportOtherSubagent } from "./identity/streamKeys.ts";
import { mergeMessageMetadata } from "./mergeMetadata.ts";
import { removeSnapshotOnlyText } from "./messagesSnapshot/statedText.ts";
import { dropUnconfirmed } from "./messagesSnapshot/unconfirmedMessages.ts";
import { startTiming } from "./messageTimes.ts";

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
 * 1. `findContinuedId` returns the message that the stream continues, if any: an id alone does not tell.
 * 2. `continueMessage` or `insertEmptyMessage` prepares the message.
 * 3. An entry in the run tracking leads later events of the stream to the message.
 *
 * @param isJoined - True when the server has sent content without a start.
 */
export function openMessageStream(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  event: StreamEvent,
  role: StreamRole,
  isJoined = false,
): StreamEntry {
  const { messageId, subagentRunId, metadata } = event;
  const key = registerStart(draft, kind, messageId, subagentRunId);
  const entryOfRun = draft.findEntry(kind, key);
  if (entryOfRun?.isOpen) {
    draft.report(alreadyOpen, messageId);
    // An empty id identifies nothing: the start then opens a second stream.
    if (messageId !== "") {
      mergeMessageMetadata(draft, entryOfRun.id, metadata);
      return entryOfRun;
    }
  }
  const earlierStream = findStream(draft, kind, key);
  reportOtherSubagent(draft, earlierStream, subagentRunId, messageId);
  const isSameSubagent = isOfSubagent(earlierStream, subagentRunId);
  const continuedId = findContinuedId(draft, kind, key, { role, isJoined, isSameSubagent });
  let id = continuedId ?? key;
  if (continuedId !== undefined && isOfRole(draft, id, role)) {
    // A snapshot may have stated the message of an earlier stream of the run under another id.
    const isNamed = entryOfRun?.id === id && !entryOfRun.hasOnlyCalls;
    if (isNamed) mergeMessageMetadata(draft, id, metadata);
    else continueMessage(draft, id, event);
    // The first delta without a start extends the message, unless the run is known to stream all of it.
    if (isJoined && replayedId(draft, kind, key) === undefined) draft.markRebuilt(kind, id);
  } else {
    if (kind === "text") dropUnconfirmed(draft);
    id = insertEmptyMessage(draft, event, { wanted: id, role, isNew: continuedId === undefined });
  }
  const entry: StreamEntry = {
    ...createStreamEntry(id, true, undefined),
    ...subagentOfStream(id, subagentRunId, { earlierStream, entryOfRun }),
    ...otherIdsOf(draft, entryOfRun, id),
  };
  draft.putTracking(kind, key, entry);
  if (entryOfRun?.isSnapshotOnly) removeSnapshotOnlyText(draft, id);
  return entry;
}

/** True when a stream of this role may continue the message with an id. */
function isOfRole(draft: SnapshotDraft, id: string, role: StreamRole): boolean {
  const message = draft.snapshot.messages[draft.findPosition(id)];
  return message?.role === role && typeof message.content !== "object";
}

/** Merges the metadata of a start into the message that its stream continues. */
function continueMessage(
  draft: SnapshotDraft,
  id: string,
  { messageId, metadata }: StreamEvent,
): void {
  const message = draft.snapshot.messages[draft.findPosition(id)];
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
  draft.insertMessage(omitUndefined({ id, role, content: "", name, subagentRunId, metadata }));
  startTiming(draft, id);
  return id;
}

/** Returns an unused id for a new message. */
function chooseNewId(
  draft: SnapshotDraft,
  messageId: string,
  { wanted, role, isNew }: NewMessage,
): string {
  const kind = role === "reasoning" ? role : "text";
  if (wanted !== "" && draft.findPosition(wanted) === -1) return wanted;
  if (isNew && messageId !== "" && isOfRole(draft, wanted, role)) {
    return chooseReusedMessageId(draft, kind, messageId);
  }
  draft.report(idCollision, messageId);
  // The ids of the run's earlier messages with this id are taken.
  return draft.freeMessageId(deriveId(messageId, role), countStreams(draft, kind, messageId));
}

interface StreamsUnderKey {
  /** The stream under the same key, of this run or stated. */
  readonly earlierStream: StreamEntry | undefined;
  /** The entry of this run under the same key. */
  readonly entryOfRun: StreamEntry | undefined;
}

/** Returns the sub-agent that the start of a stream names, or else the sub-agent of the earlier stream under the id. */
function subagentOfStream(
  id: string,
  subagentRunId: string | undefined,
  { earlierStream, entryOfRun }: StreamsUnderKey,
): Pick<StreamEntry, "subagentRunId" | "inheritedFrom"> {
  if (subagentRunId !== undefined) return { subagentRunId };
  if (earlierStream?.subagentRunId === undefined) return {};
  const isOfHistory =
    earlierStream === entryOfRun
      ? entryOfRun.inheritedFrom === "history"
      : // The stream of a snapshot is that of another message.
        earlierStream.id !== id;
  return {
    subagentRunId: earlierStream.subagentRunId,
    ...(isOfHistory && { inheritedFrom: "history" }),
  };
}

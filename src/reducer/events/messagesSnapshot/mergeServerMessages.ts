import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message } from "../../../protocol/events.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { replaceEqualDeep } from "../../replaceEqualDeep.ts";
import { callIdsOf, metadataWithServerId } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { type RegroupedMatches, regroupCalls } from "../calls/regroupCalls.ts";
import { createRunFilter } from "../identity/streamIds.ts";
import { resolveSubagent, serverSubagentId } from "../identity/subagentIds.ts";
import { assignMessageIds, type MessageWithId } from "./assignMessageIds.ts";
import { createDroppedFilter } from "./droppedMessages.ts";
import { findLaterMessages } from "./findLaterMessages.ts";
import { findRenamedRepetitions } from "./findRenamedRepetitions.ts";
import { findRetainedMessages } from "./findRetainedMessages.ts";
import { insertRetainedMessages } from "./insertRetainedMessages.ts";
import { recordUnstated } from "./interruptedContent.ts";
import { matchMessages } from "./matchMessages.ts";
import type { OpenContent } from "./openContent.ts";
import { compactTextOf, restoreOmittedFields } from "./restoreOmittedFields.ts";
import { findWaitingCalls } from "./waitingCalls.ts";

/*
 * A snapshot becomes the conversation in these steps, each a file of this folder:
 *
 * 1. `matchMessages` finds, for each message of the snapshot, the message of the conversation that it states.
 *    `regroupCalls` then moves calls to the messages in which the snapshot has them.
 * 2. `findRetainedMessages` selects the messages that the snapshot lacks and that stay. These are:
 *    - new messages of the user, and results;
 *    - content that streams, may continue, or came later (`findOpenContent`, `findInterruptedEntries`, `findWaitingCalls`);
 *    - turns after a run that is replayed (`findLaterMessages`).
 * 3. `assignMessageIds` chooses the ids of stated messages and calls: those that they have, or else unused ones.
 * 4. `restoreOmittedFields` adds fields that the snapshot leaves out, and `OpenContent` adds what streams.
 * 5. `insertRetainedMessages` puts the retained messages between the stated ones.
 */

/** Messages of a conversation after a snapshot. */
interface MergedMessages {
  readonly messages: readonly Message[];
  /** The messages of the snapshot as the server states them, under their ids in the conversation. */
  readonly stated: readonly Message[];
  /** Messages of the snapshot that the conversation did not have. */
  readonly added: readonly Message[];
  /** New ids of messages that the snapshot states under another id, by the id before. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Loaded messages after the snapshot of a replayed run. */
  readonly later: ReadonlySet<Message>;
}

/** Rules of a merge. */
interface MergeRules {
  /** True for a message that stays although the snapshot omits it. */
  readonly isRetained: (message: Message) => boolean;
  /** True for a message of this client that the snapshot may not have yet. */
  readonly isSent: (message: Message) => boolean;
  /** Content that is being streamed. */
  readonly open: OpenContent;
  /** The entries of interrupted streams of chunks. */
  readonly interrupted: ReadonlySet<string>;
}

/**
 * Merges a snapshot into a conversation. The order is that of the snapshot. A message that only the conversation has keeps
 * its position after the message that precedes it, or before the reply that follows it.
 */
export function mergeServerMessages(
  draft: SnapshotDraft,
  statedMessages: readonly Message[],
  { isRetained, isSent, open, interrupted }: MergeRules,
): MergedMessages {
  const { messages: before } = draft.snapshot;
  const isOpen = open.isOpenMessage;
  const isRestated = createDroppedFilter(draft);
  const isOfRun = createRunFilter(draft);

  const sent = before.findLast((message) => message.role === "user" && isSent(message));
  const facts = { isOpen, isEnded: open.isEndedText, isRestated, sent };
  const matched = matchMessages(before, statedMessages, facts);
  const matches = regroupCalls(before, statedMessages, matched);
  const comparison = { ...matches, stated: statedMessages, isSent, isRestated };
  recordUnstated(draft, interrupted, comparison);

  const waiting = findWaitingCalls(draft, {
    ...comparison,
    isRetained: (message) => isOpen(message) || isRetained(message),
  });
  const isStreamed = (message: Message) => isOpen(message) || waiting.messages.has(message);
  const later = findLaterMessages(draft, { ...comparison, isOfRun });
  const repeated = findRenamedRepetitions(draft, { ...comparison, isOpen, isOfRun });
  const retained = findRetainedMessages(draft, {
    ...comparison,
    newerCallIds: waiting.callIds,
    isStreamed,
    isRetained: (message) => later.has(message) || isRetained(message),
  });

  const assigned = assignMessageIds(draft, { ...matches, stated: statedMessages, retained, open });
  const stated = assigned.map((message, index) =>
    restoreMessage(draft, message, { ...comparison, index }),
  );
  const completed = addStreamedContent(draft, stated, { matches, open, newer: waiting.callIds });

  /** Results that a stated one replaces, with its index. */
  const replaced = new Map(
    assigned.flatMap(({ result }, index) => (result ? [[result, index]] : [])),
  );
  const callIds = new Set([...completed, ...retained].flatMap(callIdsOf));
  const inserted = retained.filter(
    (message) =>
      !replaced.has(message) &&
      !repeated.has(message) &&
      // The call of a result may be gone.
      (message.role !== "tool" || callIds.has(message.toolCallId)),
  );
  const snapshotIndexes = new Map([...matches.snapshotIndexes, ...replaced]);
  const renamed = [...snapshotIndexes, ...repeated].flatMap(
    ([earlier, index]): [string, string][] => {
      const { id = earlier.id } = assigned[index] ?? {};
      return earlier.id === id ? [] : [[earlier.id, id]];
    },
  );
  return {
    messages: insertRetainedMessages(before, {
      ...comparison,
      snapshotIndexes,
      stated: completed,
      retained: inserted,
      isStreamed,
      isOfRun,
      rebuiltStreams: draft.tracking.rebuiltStreams,
      later,
    }),
    stated,
    added: stated.filter((_, index) => !matches.existingByIndex[index]),
    renamed: new Map(renamed),
    later,
  };
}

interface StatedPosition extends RegroupedMatches {
  readonly stated: readonly Message[];
  readonly index: number;
}

/** Returns a stated message with its id in the conversation and the fields that the snapshot leaves out. */
function restoreMessage(
  draft: SnapshotDraft,
  { id, message, result }: MessageWithId,
  { stated, existingByIndex, messagesWithCalls, index }: StatedPosition,
): Message {
  const existing = existingByIndex[index];
  const base = existing && withoutSeparateText(existing, stated, existingByIndex, index);
  const calls = callsOf(messagesWithCalls[index]);
  const restored = restoreOmittedFields(message, base ?? result, calls);
  const { metadata: statedMetadata, ...fields } = restored;
  const metadata = metadataWithServerId(id, message.id, statedMetadata);
  const subagentRunId = localSubagent(draft, message, existing);
  // The role and its fields are those of the assigned message.
  return { ...fields, id, ...omitUndefined({ metadata, subagentRunId }) } as Message;
}

interface StreamedContent {
  readonly matches: RegroupedMatches;
  readonly open: OpenContent;
  /** Ids of the calls that are newer than the snapshot. */
  readonly newer: ReadonlySet<string>;
}

/** Adds the content that is still being streamed to stated messages. Messages that stay equal keep their identity. */
function addStreamedContent(
  { snapshot }: SnapshotDraft,
  stated: readonly Message[],
  { matches: { existingByIndex, messagesWithCalls }, open, newer }: StreamedContent,
): readonly Message[] {
  const previous = new Map(snapshot.messages.map((message) => [message.id, message]));
  return stated.map((message, index) => {
    const streamed = messagesWithCalls[index];
    const whole = streamed ? open.addStreamedContent(streamed, message, newer) : message;
    return replaceEqualDeep(existingByIndex[index] ?? previous.get(message.id), whole);
  });
}

/**
 * Returns a message of the conversation without its text when the snapshot states that text in a new message beside the
 * message at the index. Some servers store the text and the calls of a message separately.
 */
function withoutSeparateText(
  message: Message,
  stated: readonly Message[],
  existingByIndex: readonly (Message | undefined)[],
  index: number,
): Message {
  const text = compactTextOf(message);
  const isSeparate = [index - 1, index + 1].some((at) => {
    const other = stated[at];
    return other?.role === message.role && !existingByIndex[at] && compactTextOf(other) === text;
  });
  if (!isSeparate || text === "" || callsOf(message).length === 0) return message;
  const { content: _, ...rest } = message;
  // A message with calls is an assistant message, whose content is optional.
  return rest as Message;
}

/** Returns the sub-agent in the conversation of a stated message. */
function localSubagent(
  draft: SnapshotDraft,
  { subagentRunId }: Message,
  existing: Message | undefined,
): string | undefined {
  if (subagentRunId === undefined) return undefined;
  const isSame = serverSubagentId(draft.snapshot, existing?.subagentRunId) === subagentRunId;
  return isSame ? existing?.subagentRunId : resolveSubagent(draft, subagentRunId);
}

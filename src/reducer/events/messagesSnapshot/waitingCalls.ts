import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { getOwn } from "../../ownProperty.ts";
import type { StatedKind } from "../../runTracking.ts";
import { callIdsOf, serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";
import type { RegroupedMatches } from "../calls/regroupCalls.ts";
import { idsOfEntry } from "../identity/streamIds.ts";
import { isTrackedByServers } from "./findLaterMessages.ts";

/** Calls of the run that a messages snapshot lacks because it was taken before them. */
interface WaitingCalls {
  /** Messages with such a call that the snapshot lacks. */
  readonly messages: ReadonlySet<Message>;
  /** Such calls of a message that the snapshot states. */
  readonly callIds: ReadonlySet<string>;
}

/** Messages of a snapshot, matched with those of the conversation, and checks on them. */
interface Comparison extends RegroupedMatches {
  readonly stated: readonly Message[];
  /** True for a message of this client that the snapshot may not have yet. */
  readonly isSent: (message: Message) => boolean;
  /** True for a message that stays although the snapshot omits it. */
  readonly isRetained: (message: Message) => boolean;
  /** True for a stated message that an earlier snapshot has dropped. */
  readonly isRestated: (message: Message) => boolean;
}

/**
 * Finds the calls of a frontend tool that wait for an answer and that a snapshot is too old to contain. No snapshot of the
 * run has stated such a call, and this one ends directly before it:
 *
 * | conversation | snapshot | result |
 * | --- | --- | --- |
 * | `u1 a1(c1)` | `u1` | `a1` with `c1` waits |
 * | `u1 a1(c1 c2)` | `u1 a1(c1)` | `c2` waits |
 * | `u1 u2 a1(c1)` | `u1` | `a1` with `c1` waits, when `u2` was just sent |
 * | `u1 x1 a1(c1)` | `u1` | none: the server has removed the older reply `x1`, and so `c1` too |
 * | `u1 a1(c1)` | `u1 a2` | none: the server has replaced `a1` |
 *
 * Other content that has ended, such as a text that a guardrail removes, is as the snapshot says.
 */
export function findWaitingCalls(draft: SnapshotDraft, comparison: Comparison): WaitingCalls {
  const checks = createChecks(draft, comparison);
  return {
    messages: findWaitingMessages(draft, comparison, checks),
    callIds: findWaitingCallIds(comparison, checks),
  };
}

/** Checks of the messages and calls of the conversation. */
interface Checks {
  /** True for a message or a call that no snapshot has stated. */
  readonly isUnstated: (kind: StatedKind, entity: Message | ToolCall) => boolean;
  /** True for a call of the run that a tool of the tab has to answer. */
  readonly isWaiting: (call: ToolCall) => boolean;
  /** True for a message that the run has made. */
  readonly isOfRun: (message: Message) => boolean;
}

function createChecks(draft: SnapshotDraft, { stated, messagesWithCalls }: Comparison): Checks {
  const { text, reasoning, toolCalls, statedEntries, toolNames } = draft.tracking;
  const streams = [text, reasoning, toolCalls].flatMap((entries) => Object.values(entries));
  const streamedIds = new Set(streams.flatMap(idsOfEntry));
  // Calls of the conversation that the snapshot states as well may have the id of a later call.
  const newCallIds = new Set(
    stated.flatMap((message, index) => {
      const existing = new Set(callsOf(messagesWithCalls[index]).map(serverIdOf));
      return callIdsOf(message).filter((id) => !existing.has(id));
    }),
  );
  return {
    isUnstated: (kind, entity) =>
      getOwn(statedEntries[kind], serverIdOf(entity))?.id !== entity.id &&
      !newCallIds.has(serverIdOf(entity)),
    isWaiting(call) {
      const info = draft.callInfo(call.id);
      const isUnansweredCall = info !== undefined && isUnanswered(info);
      return isUnansweredCall && streamedIds.has(call.id) && toolNames.includes(call.function.name);
    },
    // Messages of other roles may be repeated by a run that did not make them.
    isOfRun: (message) =>
      /^(assistant|reasoning|tool)$/.test(message.role) &&
      [message, ...callsOf(message)].some(({ id }) => streamedIds.has(id)),
  };
}

/** Finds the messages with a waiting call after the end of the snapshot. A removed message ends the search. */
function findWaitingMessages(
  draft: SnapshotDraft,
  comparison: Comparison,
  { isUnstated, isWaiting, isOfRun }: Checks,
): ReadonlySet<Message> {
  const { stated, existingByIndex, isSent, isRetained } = comparison;
  const changed = stated.filter(
    ({ content }, index) => existingByIndex[index]?.content !== content,
  );
  /** True for a message whose text the snapshot states in another message. */
  const isStatedElsewhere = ({ role, content }: Message) =>
    typeof content === "string" &&
    content !== "" &&
    changed.some((message) => message.role === role && `${message.content}`.includes(content));
  const isNew = (message: Message) =>
    isUnstated("text", message) &&
    !isStatedElsewhere(message) &&
    callsOf(message).every((call) => isUnstated("toolCalls", call));
  /** True for a message from before the run that the server has removed, and with it the messages after it. */
  const isRemoved = (message: Message) =>
    !isOfRun(message) && isTrackedByServers(message) && !isSent(message) && !isRetained(message);
  const lastMessages = messagesAfter(draft.snapshot.messages, comparison);
  const removedIndex = lastMessages.findIndex(isRemoved);
  const remaining = removedIndex === -1 ? lastMessages : lastMessages.slice(0, removedIndex);
  return new Set(
    remaining.filter(
      (message) => isOfRun(message) && isNew(message) && callsOf(message).some(isWaiting),
    ),
  );
}

/** Finds the waiting calls of the message that the snapshot ends with. */
function findWaitingCallIds(
  { stated, messagesWithCalls }: Comparison,
  { isUnstated, isWaiting }: Checks,
): ReadonlySet<string> {
  const last = stated.findLastIndex(isTrackedByServers);
  const calls = callsOf(messagesWithCalls[last]);
  const knownIds = new Set(calls.map(serverIdOf));
  // A call under an unknown id may be the streamed call under another id.
  const hasUnknown = callsOf(stated[last]).some(({ id }) => !knownIds.has(id));
  if (hasUnknown) return new Set();
  const waiting = calls.filter((call) => isWaiting(call) && isUnstated("toolCalls", call));
  return new Set(waiting.map(({ id }) => id));
}

/**
 * Returns the messages of the conversation after the end of a snapshot. Returns none when the snapshot ends with a
 * message that the conversation does not have, unless that is the sent user message with another text.
 */
function messagesAfter(
  before: readonly Message[],
  { stated, existingByIndex, snapshotIndexes, isSent, isRestated }: Comparison,
): readonly Message[] {
  const last = stated.findLastIndex(isTrackedByServers);
  const end = stated[last];
  const isKnown = !end || existingByIndex[last] || isRestated(end);
  // A user message is the one that was sent only when there is no other new message.
  const isSentUserMessage = (message: Message) =>
    !isKnown &&
    message.role === "user" &&
    isSent(message) &&
    (last === 0 || !!existingByIndex[last - 1]);
  if (!isKnown && !(end?.role === "user" && before.some(isSentUserMessage))) return [];
  const endPosition = before.findLastIndex(
    (message) => snapshotIndexes.has(message) || isSentUserMessage(message),
  );
  return before.slice(endPosition + 1);
}

/** Returns the kind of the tracking entry of a message. */
export function entryKindOf(message: Message): Exclude<StatedKind, "toolCalls"> {
  if (message.role === "reasoning") return "reasoning";
  return message.role === "activity" ? "activities" : "text";
}

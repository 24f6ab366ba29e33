import { callsOf } from "../../protocol/callsOf.ts";
import type { Message, RunAgentInput, ToolCall, ToolMessage } from "../../protocol/events.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { recordEchoedAnswers } from "../interrupts/recordEchoedAnswers.ts";
import type { RunTracking } from "../runTracking.ts";
import {
  CallIdTranslator,
  callIdsOf,
  chooseFreeCallId,
  metadataWithServerId,
  serverIdOf,
} from "../serverIds.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { describeToolCalls, isUnanswered } from "../toolCallStatus.ts";
import { contentKeyOf } from "./messagesSnapshot/comparedContent.ts";
import { matchMessages } from "./messagesSnapshot/matchMessages.ts";
import { restoreOmittedFields } from "./messagesSnapshot/restoreOmittedFields.ts";
import { recordStatedEntries } from "./messagesSnapshot.ts";
import { insertToolResult } from "./toolResults.ts";

/**
 * Merges the input that RUN_STARTED echoes. The echo may contain only the end of the conversation, so new
 * messages are added, and nothing is dropped. A user message takes the text of the echo.
 */
export function mergeRunInput(draft: SnapshotDraft, input: RunAgentInput): void {
  const { messages, tools = [] } = input;
  // An echo may omit the tools; the recorded names stay then.
  if (tools.length > 0) draft.setTracking({ toolNames: tools.map(({ name }) => name) });
  const repeated = repeatedMessages(draft.snapshot.messages, messages, echoFacts(draft.tracking));
  const translator = new CallIdTranslator();
  const callIds = new Set(Object.keys(draft.snapshot.toolCalls));
  let hasNew = false;
  for (const [index, message] of messages.entries()) {
    const existing = repeated[index];
    if (existing) {
      mergeRepeated(draft, existing, message, translator);
      continue;
    }
    const read = translator.translateMessage(message, (call) =>
      chooseFreeCallId(call, message, callIds),
    );
    const isResult = read.role === "tool" && message.role === "tool";
    const next = isResult ? withUnansweredCall(draft, read, message, { messages, repeated }) : read;
    if (next.role === "tool" && isAnsweredCall(draft, next.toolCallId)) continue;
    hasNew = true;
    if (next.role === "tool") addInputResult(draft, next);
    else addInputMessage(draft, next);
    // Describes the calls now, so that the result that follows finds its call.
    if (message.role === "assistant" && message.toolCalls) describeCalls(draft);
  }
  if (hasNew) describeCalls(draft);
  const stated = messages.map((message, index) => repeated[index] ?? message);
  recordStatedEntries(draft, stated);
  recordEchoedAnswers(draft, input);
}

/** Merges a message of the echo into the message of the conversation that it repeats. */
function mergeRepeated(
  draft: SnapshotDraft,
  existing: Message,
  echoed: Message,
  translator: CallIdTranslator,
): void {
  if (isReworded(existing, echoed)) reword(draft, existing, echoed);
  // The answered calls have their results, which the echo may omit.
  const echoedCalls = callsOf(echoed);
  for (const [i, call] of callsOf(existing).entries()) {
    const isAnswered = isAnsweredCall(draft, call.id);
    translator.addCall(serverIdOf(call), call.id, isAnswered);
    const echoedCall = echoedCalls[i];
    // The results in the echo name the calls by their ids there.
    if (echoedCall?.function.name === call.function.name && echoedCall.id !== serverIdOf(call))
      translator.addCall(echoedCall.id, call.id, isAnswered);
  }
}

function describeCalls(draft: SnapshotDraft): void {
  draft.setField("toolCalls", describeToolCalls(draft.snapshot.messages, draft.snapshot.toolCalls));
}

/** Facts about the run whose input is echoed. */
interface EchoFacts {
  /** True when this thread has already received the run, and so every message of its input. */
  readonly isReplay?: boolean;
  /** True for the first run of a connection: an unanswered question may be its question. */
  readonly isFirstRun?: boolean;
  /** Ids of the messages that the input has sent. */
  readonly sentIds?: readonly string[];
}

/** Returns the facts about the run that has started. */
export function echoFacts(tracking: RunTracking): EchoFacts {
  const { isReplay, replayedIds, connectionRunIds, sentIds } = tracking;
  return {
    // A run that may repeat loaded messages counts as a replay too, but this thread has not received its content.
    isReplay: isReplay && replayedIds !== null,
    isFirstRun: connectionRunIds.length === 1,
    sentIds,
  };
}

/**
 * Returns the message of a conversation that each message of an echoed input repeats; `undefined` for a new message. Messages
 * match as in a MESSAGES_SNAPSHOT, but an echo may have new messages only. So a match counts only:
 *
 * - under the same id, or with the same call;
 * - by its position, when the echo has the whole conversation or its beginning, or is replayed; but not for a user message
 *   with another text after everything that is repeated, unless that message was sent;
 * - by its text alone, for instructions, and for the unanswered question of a conversation that a connection joins.
 *
 * Any other message is new, because the user may send a text again.
 *
 * | conversation | echo | result |
 * | --- | --- | --- |
 * | `u1 "Hi"`, `a1`, `u2 "Go"` | `x1 "Hi"`, `a1`, `x2 "Go"` | all repeated: it is the whole conversation |
 * | `u1 "Hi"`, `a1`, `u2 "Go"` | `x3 "Go"` | new: the user may have sent "Go" again |
 */
export function repeatedMessages(
  conversation: readonly Message[],
  echoed: readonly Message[],
  { isReplay = false, isFirstRun = false, sentIds = [] }: EchoFacts = {},
): readonly (Message | undefined)[] {
  const lastUserMessage = conversation.findLast(({ role }) => role === "user");
  const sent =
    lastUserMessage && sentIds.includes(lastUserMessage.id) ? lastUserMessage : undefined;
  const { existingByIndex, snapshotIndexes } = matchMessages(conversation, echoed, { sent });
  const texts = conversation.filter(hasTextContent);
  const matches: EchoMatches = {
    isMatched: (message) => snapshotIndexes.has(message),
    isRepeated(message) {
      const other = echoed[snapshotIndexes.get(message) ?? -1];
      return other !== undefined && !isReworded(message, other);
    },
  };
  const hasSamePositions =
    isReplay || isWholeEcho(texts, matches, sentIds) || isBeginningEcho(texts, matches);
  const lastRepeated = existingByIndex.findLastIndex(
    (message) => message && matches.isRepeated(message),
  );
  const lastReply = echoed.findLastIndex(({ role }) => role === "assistant");
  const lastAnswer = conversation.findLastIndex(({ role }) => /^(assistant|tool)$/.test(role));
  const isRepeatedByPosition = (message: Message, other: Message, index: number) => {
    // The thread has no reply to the sent message yet.
    const isSent = index > lastReply && sentIds.includes(message.id);
    return hasSamePositions && (isSent || index <= lastRepeated || !isReworded(message, other));
  };
  const isRepeatedByText = (message: Message, other: Message) => {
    const isUnansweredQuestion = isFirstRun && conversation.indexOf(message) > lastAnswer;
    return (isInstruction(message) || isUnansweredQuestion) && !isReworded(message, other);
  };
  return existingByIndex.map((message, index) => {
    const other = echoed[index];
    if (!message || !other) return undefined;
    const isRepeated =
      isNamedBy(message, other) ||
      isRepeatedByPosition(message, other, index) ||
      isRepeatedByText(message, other);
    return isRepeated ? message : undefined;
  });
}

/** Matches of the conversation with an echoed input. */
interface EchoMatches {
  readonly isMatched: (message: Message) => boolean;
  /** True for a matched message, except a user message with another text under another id. */
  readonly isRepeated: (message: Message) => boolean;
}

/** True for an echo with the last text, when the thread has sent that; otherwise with the first and the last text. */
function isWholeEcho(
  texts: readonly Message[],
  { isMatched, isRepeated }: EchoMatches,
  sentIds: readonly string[],
): boolean {
  const [first, last] = [texts[0], texts.at(-1)];
  if (!first || !last) return false;
  // Only a sent message may have another text in the echo: otherwise that is another message.
  if (sentIds.includes(last.id)) return isMatched(last);
  const isQuestionAlone = first === last && last.role === "user";
  // A question alone may be asked again.
  return isRepeated(last) && isMatched(first) && !isQuestionAlone;
}

/** True for an echo with all first texts up to the last that it repeats. An echo of new messages has no replies of these. */
function isBeginningEcho(
  texts: readonly Message[],
  { isMatched, isRepeated }: EchoMatches,
): boolean {
  const beginning = texts.slice(0, texts.findLastIndex(isRepeated) + 1);
  return beginning.every(isMatched) && beginning.some(({ role }) => role === "assistant");
}

/** True for a user message that the echo contains with another text and another id. */
export function isReworded(message: Message, echoed: Message): boolean {
  return (
    message.role === "user" &&
    echoed.role === "user" &&
    !isNamedBy(message, echoed) &&
    !isSameText(message, echoed)
  );
}

/** True for a message that tells the agent how to act. */
function isInstruction({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

/** True for a message that has text or calls, other than those which an echo may omit. */
function hasTextContent(message: Message): boolean {
  return !/^(tool|activity|reasoning)$/.test(message.role) && contentKeyOf(message) !== undefined;
}

/** True for a message that an echoed one names: by its id, or by that of a call. */
function isNamedBy(message: Message, echoed: Message): boolean {
  const callIds = new Set(callIdsOf(echoed));
  return (
    serverIdOf(message) === echoed.id ||
    callsOf(message).some((call) => callIds.has(serverIdOf(call)))
  );
}

/** Replaces the text of a user message by that of the server. */
function reword(draft: SnapshotDraft, existing: Message, echoed: Message): void {
  const message = draft.ownMessage(draft.findPosition(existing.id));
  const { content } = restoreOmittedFields(echoed, existing, []);
  // Both are user messages.
  if (message) Object.assign(message, { content });
}

function isSameText(message: Message, echoed: Message): boolean {
  return contentKeyOf(message) === contentKeyOf(echoed);
}

/**
 * Returns a result with the latest unanswered call of its server id, when the echo lacks its call: an echo may have new
 * messages only. Does the same when the call that the result seems to answer has another result.
 */
function withUnansweredCall(
  draft: SnapshotDraft,
  result: ToolMessage,
  { toolCallId: serverId }: ToolMessage,
  echo: { readonly messages: readonly Message[]; readonly repeated: readonly unknown[] },
): ToolMessage {
  const { messages } = draft.snapshot;
  const answerId = draft.callInfo(result.toolCallId)?.resultMessageId;
  const answer = answerId === undefined ? undefined : messages[draft.findPosition(answerId)];
  // An echo of the whole conversation may repeat a result under another id.
  const isCertain = answer
    ? echo.repeated.includes(messages.find(hasTextContent)) && !echo.repeated.includes(answer)
    : echo.messages.some((message) => callIdsOf(message).includes(serverId));
  const isUnansweredCall = (call: ToolCall) =>
    serverIdOf(call) === serverId && !isAnsweredCall(draft, call.id);
  const caller = messages.findLast((message) => callsOf(message).some(isUnansweredCall));
  const unanswered = isCertain ? undefined : callsOf(caller).find(isUnansweredCall);
  return unanswered ? { ...result, toolCallId: unanswered.id } : result;
}

function isAnsweredCall(draft: SnapshotDraft, callId: string): boolean {
  const info = draft.callInfo(callId);
  return info !== undefined && !isUnanswered(info);
}

/** Adds a message, and remembers that of a user: it may be a loaded one under another id. */
function addInputMessage(draft: SnapshotDraft, message: Message): void {
  const added = withUniqueId(draft, message);
  draft.insertMessage(added);
  const { echoedUserMessageIds } = draft.tracking;
  if (added.role === "user")
    draft.setTracking({ echoedUserMessageIds: draft.appendItem(echoedUserMessageIds, added.id) });
}

/** Adds the result of a call without one. */
function addInputResult(draft: SnapshotDraft, message: ToolMessage): void {
  const result = withUniqueId(draft, message);
  if (draft.callInfo(message.toolCallId)) insertToolResult(draft, result);
  else draft.insertMessage(result);
}

/** Returns a copy of a message under an id that no other message has. */
function withUniqueId<T extends Message>(draft: SnapshotDraft, message: T): T {
  const isFree = message.id !== "" && draft.findPosition(message.id) === -1;
  if (isFree) return { ...message };
  draft.report(idCollision, message.id);
  const id = draft.freeMessageId(deriveId(message.id, `${message.role}-2`));
  const metadata = metadataWithServerId(id, message.id, message.metadata);
  return { ...message, id, ...omitUndefined({ metadata }) };
}

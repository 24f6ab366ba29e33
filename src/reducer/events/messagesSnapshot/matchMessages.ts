import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { UNKNOWN_TOOL } from "../../../protocol/validation/lenientChecks.ts";
import { serverIdOf } from "../../serverIds.ts";
import { matchRewrittenUserMessages } from "./matchRewrittenUserMessages.ts";
import { compactTextOf } from "./restoreOmittedFields.ts";

/** The messages of a snapshot with those of the conversation that they state. */
export interface MessageMatches {
  /** The message of the conversation for each message of the snapshot, by index. */
  readonly existingByIndex: readonly (Message | undefined)[];
  /** The index in the snapshot for each message of the conversation that it states. */
  readonly snapshotIndexes: ReadonlyMap<Message, number>;
}

/** Facts about the messages that are matched. */
interface MessageFacts {
  /** True for a message that is being streamed: it may be the beginning of the stated one. */
  readonly isOpen: (message: Message) => boolean;
  /** True for a message that the run has streamed to its end: an older snapshot may state its beginning. */
  readonly isEnded: (message: Message) => boolean;
  /** True for a stated message that an earlier snapshot has dropped, and which therefore is not being streamed. */
  readonly isRestated: (message: Message) => boolean;
  /** The user message with which the stated messages end, possibly with another text. */
  readonly sent?: Message | undefined;
}

const NO_FACTS: MessageFacts = {
  isOpen: () => false,
  isEnded: () => false,
  isRestated: () => false,
};

/**
 * Matches the messages of a snapshot with those of the conversation by the server's id. Some servers give messages
 * other ids: they are matched by the call that a result answers or a message makes, else by role, content and
 * neighbours.
 */
export function matchMessages(
  before: readonly Message[],
  stated: readonly Message[],
  facts: Partial<MessageFacts> = {},
): MessageMatches {
  const { isOpen, isEnded, isRestated, sent } = { ...NO_FACTS, ...facts };
  const existingByIndex: (Message | undefined)[] = stated.map(() => undefined);
  const snapshotIndexes = new Map<Message, number>();
  const recordMatch = (index: number, message: Message) => {
    existingByIndex[index] = message;
    snapshotIndexes.set(message, index);
  };

  /** Matches the messages that are left, by the first key for which there is one. */
  function matchByKey(keysOf: (message: Message) => readonly string[]): void {
    const candidates = new Map<string, Message[]>();
    for (const message of before.toReversed()) {
      if (snapshotIndexes.has(message)) continue;
      for (const key of keysOf(message)) {
        const list = candidates.get(key);
        if (list) list.push(message);
        else candidates.set(key, [message]);
      }
    }
    for (const [index, message] of stated.entries()) {
      if (existingByIndex[index]) continue;
      for (const key of keysOf(message)) {
        const list = candidates.get(key) ?? [];
        // A list that is not empty has a last message.
        while (list.length > 0 && snapshotIndexes.has(list.at(-1) as Message)) list.pop();
        const candidate = list.pop();
        if (!candidate) continue;
        recordMatch(index, candidate);
        break;
      }
    }
  }

  const reusedIds = findReusedIds(before);
  // Messages with one id are distinguished by their content, or by their calls when the arguments were sent repaired.
  for (const contentOf of [comparedContentOf, serverCallIdsOf]) {
    matchByKey((message) => {
      const [id, content] = [serverIdOf(message), contentOf(message)];
      const isCompared = reusedIds.has(id) && content.length > 0;
      return isCompared ? [JSON.stringify([message.role, id, content])] : [];
    });
  }
  // Agents of a run may use one id, and a snapshot may leave the sub-agents out.
  for (const agentOf of [({ subagentRunId = "" }: Message) => subagentRunId, () => ""]) {
    matchByKey((message) => {
      const id = serverIdOf(message);
      return id === "" ? [] : [`${message.role} ${id} ${agentOf(message)}`];
    });
  }
  // A message may come back in another role.
  matchByKey((message) => (message.id === "" ? [] : [serverIdOf(message)]));
  const separate = findSeparateCalls(before.filter(isOpen), stated);
  matchByKey((message) => (separate.has(message) ? [] : serverCallIdsOf(message)));
  const options = { existingByIndex, snapshotIndexes, recordMatch, isOpen };
  const isPart = (candidate: Message, message: Message) =>
    isOpen(candidate) &&
    !isRestated(message) &&
    !separate.has(message) &&
    isPartOf(candidate, message);
  matchByContent(before, stated, {
    ...options,
    isSame: (candidate, message, key) =>
      contentKeyOf(candidate) === key ||
      isPart(candidate, message) ||
      (lacksNames(message) && callsOf(candidate).length > 0 && isPartOf(candidate, message)),
  });
  // A message that is left may be the beginning of one that has ended.
  matchByContent(before, stated, {
    ...options,
    isSame: (candidate, message) =>
      isEnded(candidate) && !isRestated(message) && isBeginningOf(candidate, message),
  });
  const last = stated.findLastIndex(({ role }) => role === "user");
  const isEnd =
    last !== -1 &&
    existingByIndex.slice(last).every((message) => !message) &&
    stated.slice(last).every(({ role }) => /^(user|system|developer)$/.test(role));
  if (sent && isEnd && !snapshotIndexes.has(sent)) recordMatch(last, sent);
  matchRewrittenUserMessages(before, stated, { existingByIndex, snapshotIndexes, recordMatch });
  return { existingByIndex, snapshotIndexes };
}

/** Returns the server's ids that several messages have. */
function findReusedIds(messages: readonly Message[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const reused = new Set<string>();
  for (const message of messages) {
    const id = serverIdOf(message);
    if (seen.has(id)) reused.add(id);
    seen.add(id);
  }
  return reused;
}

/** Returns the content and the arguments of a message. */
function comparedContentOf(message: Message): readonly unknown[] {
  return [message.content, ...callsOf(message).map((call) => call.function.arguments)];
}

/** Returns the server's ids of the calls that a message makes. */
export function serverCallIdsOf(message: Message): readonly string[] {
  return callsOf(message).map(serverIdOf);
}

/** Returns what identifies a message beside its id: its text without media, which servers omit, or its calls. */
export function contentKeyOf(message: Message): string | undefined {
  const calls = callsOf(message);
  const text = message.role === "tool" ? "" : compactTextOf(message);
  if (calls.length === 0) return text || undefined;
  return JSON.stringify([text, ...calls.map((call) => call.function)]);
}

interface ContentMatchOptions extends MessageMatches, Pick<MessageFacts, "isOpen"> {
  /** True for a message of the conversation whose content a message of the snapshot may state. */
  readonly isSame: (candidate: Message, message: Message, key: string) => boolean;
  readonly recordMatch: (index: number, message: Message) => void;
}

/** Number of messages among which a message of a snapshot is searched by its text. */
const MAX_NEIGHBOURS = 32;

/**
 * Matches messages with the same role, text and calls that are between the same neighbours. A shortened history is
 * matched from its end, since texts may occur several times.
 */
function matchByContent(
  before: readonly Message[],
  stated: readonly Message[],
  options: ContentMatchOptions,
): void {
  const { existingByIndex, recordMatch, isOpen } = options;
  const ended = before.filter((message) => !isOpen(message));
  if (!isShortened(ended, stated)) {
    matchInOrder(before, stated, options);
    return;
  }
  const last = stated.length - 1;
  matchInOrder(before.toReversed(), stated.toReversed(), {
    ...options,
    existingByIndex: existingByIndex.toReversed(),
    recordMatch: (index, message) => recordMatch(last - index, message),
  });
}

/** True for a snapshot that has the end of the conversation only. */
function isShortened(before: readonly Message[], stated: readonly Message[]): boolean {
  const isStep = ({ role }: Message) => role !== "activity" && role !== "reasoning";
  if (stated.filter(isStep).length >= before.filter(isStep).length) return false;
  const [message, other] = [before.findLast(isStep), stated.findLast(isStep)];
  if (!message || message.role !== other?.role) return false;
  const key = contentKeyOf(message);
  return serverIdOf(message) === other.id || (key !== undefined && key === contentKeyOf(other));
}

function matchInOrder(
  before: readonly Message[],
  stated: readonly Message[],
  { existingByIndex, snapshotIndexes, recordMatch, isSame }: ContentMatchOptions,
): void {
  const positions = new Map(before.map((message, position) => [message, position]));
  const positionOf = (message: Message | undefined) => (message && positions.get(message)) ?? -1;
  /** The position of the next matched message, for each message of the snapshot. */
  const ends: number[] = [];
  for (let index = stated.length - 1, end = before.length; index >= 0; index--) {
    ends[index] = end;
    const position = positionOf(existingByIndex[index]);
    if (position !== -1) end = position;
  }
  let next = 0;
  for (const [index, message] of stated.entries()) {
    const matched = positionOf(existingByIndex[index]);
    if (matched !== -1) {
      next = matched + 1;
      continue;
    }
    const key = contentKeyOf(message);
    if (key === undefined) continue;
    const end = Math.min(ends[index] ?? 0, next + MAX_NEIGHBOURS);
    for (let position = next; position < end; position++) {
      const candidate = before[position];
      if (!candidate || candidate.role !== message.role || snapshotIndexes.has(candidate)) continue;
      if (!isSame(candidate, message, key)) continue;
      recordMatch(index, candidate);
      next = position + 1;
      break;
    }
  }
}

/**
 * Returns the stated messages that have calls of an open message and no text, while the message before or after them has
 * its text: the stream of the text continues in that one.
 */
function findSeparateCalls(
  open: readonly Message[],
  stated: readonly Message[],
): ReadonlySet<Message> {
  const separate = new Set<Message>();
  for (const message of open) {
    const calls = callsOf(message);
    const isText = (other: Message | undefined) =>
      other?.role === message.role && callsOf(other).length === 0 && isPartOf(message, other);
    const hasCall = (call: ToolCall) =>
      calls.some((own) => serverIdOf(own) === call.id || isPartOfCall(own, call));
    for (const [index, other] of calls.length > 0 ? stated.entries() : []) {
      const hasCallsOnly = compactTextOf(other) === "" && callsOf(other).some(hasCall);
      if (hasCallsOnly && [stated[index - 1], stated[index + 1]].some(isText)) separate.add(other);
    }
  }
  return separate;
}

/**
 * True for an open message whose text and calls are the beginning of those of a stated one, or the other way round. Either
 * may have calls that the other does not have yet.
 */
function isPartOf(open: Message, stated: Message): boolean {
  const openText = compactTextOf(open);
  const statedText = compactTextOf(stated);
  const openCalls = callsOf(open);
  const statedCalls = callsOf(stated);
  const isPart = statedText.startsWith(openText) || openText.startsWith(statedText);
  if (openCalls.length === 0 || statedCalls.length === 0)
    return openText !== "" && statedText !== "" && isPart;
  const [shorter, longer] =
    openCalls.length < statedCalls.length ? [openCalls, statedCalls] : [statedCalls, openCalls];
  return isPart && shorter.every((call, i) => isPartOfCall(call, longer[i]));
}

/** True for a message none of whose calls names its tool. */
function lacksNames(message: Message): boolean {
  const calls = callsOf(message);
  return calls.length > 0 && calls.every((call) => call.function.name === UNKNOWN_TOOL);
}

/** True for a text that is the beginning of the text of a message. */
function isBeginningOf(whole: Message, stated: Message): boolean {
  const text = compactTextOf(stated);
  return text !== "" && callsOf(stated).length === 0 && compactTextOf(whole).startsWith(text);
}

/**
 * True for an open call whose arguments are part of those that a snapshot states for a call under another id. A call that
 * names no tool may be a call of any tool.
 */
export function isPartOfCall(open: ToolCall, stated: ToolCall | undefined): boolean {
  if (!stated) return false;
  const names = new Set([open.function.name, stated.function.name]);
  names.delete(UNKNOWN_TOOL);
  if (names.size > 1) return false;
  const [sent, whole] = [open.function.arguments, stated.function.arguments];
  return whole.startsWith(sent) || sent.startsWith(whole);
}

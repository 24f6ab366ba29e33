import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { serverIdOf } from "../../serverIds.ts";
import {
  comparedContentOf,
  contentKeyOf,
  isBeginningOf,
  isPartOfCall,
  isPartOfMessage,
  lacksToolNames,
  serverCallIdsOf,
} from "./comparedContent.ts";
import {
  createMatchProgress,
  type MatchProgress,
  type MessageMatches,
  matchByContent,
  matchByKey,
} from "./matchProgress.ts";
import { matchRewrittenUserMessages } from "./matchRewrittenUserMessages.ts";
import { compactTextOf } from "./restoreOmittedFields.ts";

interface MessageFacts {
  /** True for a message that is being streamed: it may be the beginning of the stated one. */
  readonly isOpen: (message: Message) => boolean;
  /** True for a message that the run has streamed to its end: an older snapshot may state its beginning. */
  readonly isEnded: (message: Message) => boolean;
  /** True for a stated message that an earlier snapshot has dropped, and which therefore is not being streamed. */
  readonly isRestated: (message: Message) => boolean;
  /** The user message that this client has sent; the snapshot may end with it, also with another text. */
  readonly sent?: Message | undefined;
}

const NO_FACTS: MessageFacts = {
  isOpen: () => false,
  isEnded: () => false,
  isRestated: () => false,
};

interface PassFacts extends MessageFacts {
  /** The stated messages that only have calls of an open message whose text is in another stated message. */
  readonly separateCalls: ReadonlySet<Message>;
}

/** A step of the matching, which records matches between messages that the earlier passes have left. */
type Pass = (progress: MatchProgress, facts: PassFacts) => void;

/**
 * The passes in their order: equal ids first, guesses by neighbours last. Each has an example: messages of the conversation
 * before the arrow, and messages of the snapshot after the arrow.
 */
const PASSES: readonly Pass[] = [
  matchReusedIds,
  matchIdsOfSubagents,
  matchIdsAndRoles,
  matchIds,
  matchCalls,
  matchContent,
  matchEndedTexts,
  matchSentMessage,
  matchRewrittenUserMessages,
];

/**
 * Matches the messages of a snapshot with those of the conversation. The recorded servers state the ids that they have
 * streamed (see `test/recordings`), so the passes by id match all of their messages. Other servers give messages new ids
 * when they store them: those are matched by their calls, their content and their neighbours.
 */
export function matchMessages(
  before: readonly Message[],
  stated: readonly Message[],
  facts: Partial<MessageFacts> = {},
): MessageMatches {
  const allFacts = { ...NO_FACTS, ...facts };
  const separateCalls = findSeparateCalls(before.filter(allFacts.isOpen), stated);
  const progress = createMatchProgress(before, stated, allFacts.isOpen);
  for (const pass of PASSES) pass(progress, { ...allFacts, separateCalls });
  return progress;
}

/**
 * Matches messages whose id several messages have, by their content. Where the kit has repaired the arguments that it sent,
 * the content differs, and the ids of the calls decide.
 *
 * Example: `m1 "Hi"`, `m1 "Bye"` → `m1 "Bye"`. The second message is stated.
 */
function matchReusedIds(progress: MatchProgress): void {
  const reusedIds = findReusedIds(progress.before);
  for (const contentOf of [comparedContentOf, serverCallIdsOf]) {
    matchByKey(progress, (message) => {
      const [id, content] = [serverIdOf(message), contentOf(message)];
      const isCompared = reusedIds.has(id) && content.length > 0;
      return isCompared ? [JSON.stringify([message.role, id, content])] : [];
    });
  }
}

/**
 * Matches messages by id, role and sub-agent: agents of a run may use the same id.
 *
 * Example: `m1 of s1`, `m1 of s2` → `m1 of s2`. The second message is stated.
 */
function matchIdsOfSubagents(progress: MatchProgress): void {
  matchByKey(progress, (message) => {
    const id = serverIdOf(message);
    return id === "" ? [] : [`${message.role} ${id} ${message.subagentRunId ?? ""}`];
  });
}

/**
 * Matches messages by id and role: a snapshot may leave out the sub-agents.
 *
 * Example: `m1 of s1` → `m1`.
 */
function matchIdsAndRoles(progress: MatchProgress): void {
  matchByKey(progress, (message) => {
    const id = serverIdOf(message);
    return id === "" ? [] : [`${message.role} ${id}`];
  });
}

/**
 * Matches messages by id: a message may come back in another role.
 *
 * Example: `system m1` → `developer m1`.
 */
function matchIds(progress: MatchProgress): void {
  matchByKey(progress, (message) => {
    const id = serverIdOf(message);
    return id === "" ? [] : [id];
  });
}

/**
 * Matches messages by the calls that they make.
 *
 * Example: `m1 with call c1` → `m2 with call c1`.
 */
function matchCalls(progress: MatchProgress, { separateCalls }: PassFacts): void {
  matchByKey(progress, (message) => (separateCalls.has(message) ? [] : serverCallIdsOf(message)));
}

/**
 * Matches messages by role and content between the same neighbours. The snapshot may have less or more of a message that
 * is being streamed.
 *
 * Example: `u1 "Why?"`, `m1 "Because …"` → `u1 "Why?"`, `m2 "Because …"`.
 */
function matchContent(
  progress: MatchProgress,
  { isOpen, isRestated, separateCalls }: PassFacts,
): void {
  const isOpenPart = (candidate: Message, message: Message) =>
    isOpen(candidate) &&
    !isRestated(message) &&
    !separateCalls.has(message) &&
    isPartOfMessage(candidate, message);
  matchByContent(
    progress,
    (candidate, message, key) =>
      contentKeyOf(candidate) === key ||
      isOpenPart(candidate, message) ||
      (lacksToolNames(message) &&
        callsOf(candidate).length > 0 &&
        isPartOfMessage(candidate, message)),
  );
}

/**
 * Matches ended texts with messages that state only their beginning: the snapshot may be older than the end of the text.
 *
 * Example: `m1 "Hello"` → `m2 "Hel"`.
 */
function matchEndedTexts(progress: MatchProgress, { isEnded, isRestated }: MessageFacts): void {
  matchByContent(
    progress,
    (candidate, message) =>
      isEnded(candidate) && !isRestated(message) && isBeginningOf(message, candidate),
  );
}

/**
 * Matches the user message that this client has sent with the last one of the snapshot, when nothing after that is known.
 *
 * Example: `u1 "Hi  "` → `x1 "Hi!"` at the end of the snapshot.
 */
function matchSentMessage(progress: MatchProgress, { sent }: MessageFacts): void {
  const { stated, existingByIndex, snapshotIndexes, recordMatch } = progress;
  const last = stated.findLastIndex(({ role }) => role === "user");
  const isEnd =
    last !== -1 &&
    existingByIndex.slice(last).every((message) => !message) &&
    stated.slice(last).every(({ role }) => /^(user|system|developer)$/.test(role));
  if (sent && isEnd && !snapshotIndexes.has(sent)) recordMatch(last, sent);
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

/**
 * Returns the stated messages that have calls of an open message and no text, while a neighbour has its text. The stream of
 * the text continues in that neighbour.
 */
function findSeparateCalls(
  open: readonly Message[],
  stated: readonly Message[],
): ReadonlySet<Message> {
  const separate = new Set<Message>();
  for (const message of open) {
    const calls = callsOf(message);
    const isText = (neighbour: Message | undefined) =>
      neighbour?.role === message.role &&
      callsOf(neighbour).length === 0 &&
      isPartOfMessage(message, neighbour);
    const hasCall = (call: ToolCall) =>
      calls.some((openCall) => serverIdOf(openCall) === call.id || isPartOfCall(openCall, call));
    for (const [index, candidate] of calls.length > 0 ? stated.entries() : []) {
      const hasCallsOnly = compactTextOf(candidate) === "" && callsOf(candidate).some(hasCall);
      if (hasCallsOnly && [stated[index - 1], stated[index + 1]].some(isText))
        separate.add(candidate);
    }
  }
  return separate;
}

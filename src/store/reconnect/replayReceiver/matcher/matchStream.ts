import { callsOf } from "../../../../protocol/callsOf.ts";
import type { Event, Message, ToolCall } from "../../../../protocol/events.ts";
import { parseJson } from "../../../../protocol/parseJson.ts";
import { UNNAMED_TOOL } from "../../../../protocol/validation/lenientChecks.ts";
import { findToolCall } from "../../../../reducer/findToolCall.ts";
import { getOwn } from "../../../../reducer/ownProperty.ts";
import { isEqual } from "../../../../reducer/replaceEqualDeep.ts";
import type { ContentKind } from "../../../../reducer/runTracking.ts";
import { serverIdOf } from "../../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../../reducer/snapshot.ts";
import { isUnanswered } from "../../../../reducer/toolCallStatus.ts";

/** A stream that an event begins. */
export interface StreamStart {
  readonly kind: ContentKind;
  readonly id: string;
  readonly subagentRunId: string | undefined;
  /** The message of a call, when the start of the call names it. */
  readonly parentMessageId?: string | undefined;
}

/** Returns the stream of the agent that an event begins, also without a start event. */
export function streamStartOf(event: Event): StreamStart | undefined {
  switch (event.type) {
    case "TEXT_MESSAGE_START":
      return event.role === undefined || event.role === "assistant"
        ? { kind: "text", id: event.messageId, subagentRunId: event.subagentRunId }
        : undefined;
    case "TEXT_MESSAGE_CONTENT":
      return { kind: "text", id: event.messageId, subagentRunId: event.subagentRunId };
    case "REASONING_MESSAGE_START":
    case "REASONING_MESSAGE_CONTENT":
      return { kind: "reasoning", id: event.messageId, subagentRunId: event.subagentRunId };
    case "TOOL_CALL_START":
      return {
        kind: "toolCalls",
        id: event.toolCallId,
        subagentRunId: event.subagentRunId,
        parentMessageId: event.parentMessageId,
      };
    default:
      return undefined;
  }
}

/** Loaded content that a stream may repeat. */
interface LoadedContent {
  readonly message: Message;
  /** The call, when the stream is one. */
  readonly call?: ToolCall;
}

/** A stream that may repeat loaded content: later events decide. */
export interface PendingStream extends StreamStart {
  /** The loaded content that the stream may repeat. At least one. */
  readonly candidates: readonly LoadedContent[];
  /** The text or the arguments that the stream has sent. */
  readonly content: string;
  /** True for a call whose arguments are complete. Its result may follow. */
  readonly hasEnded: boolean;
  /** True when another agent streams under the same id. */
  readonly isShared: boolean;
  /** The id of the question that the run has added, and that repeats a loaded one if the stream repeats its reply. */
  readonly addedId?: string;
}

/** The stream after an event that has decided whether the stream repeats loaded content. */
export type DecidedMatch =
  | { readonly kind: "new"; readonly stream: PendingStream }
  | { readonly kind: "repeats"; readonly stream: PendingStream; readonly loaded: LoadedContent };

/** The stream after an event that may have decided whether the stream repeats loaded content. */
export type StreamMatch =
  | { readonly kind: "undecided"; readonly stream: PendingStream }
  | DecidedMatch;

/** Returns the loaded content with the id of a stream. Prefers content that the run has not repeated yet. */
export function findCandidates(
  { messages, tracking }: Snapshot,
  { kind, id }: Pick<StreamStart, "kind" | "id">,
): LoadedContent[] {
  const role = kind === "reasoning" ? "reasoning" : "assistant";
  const candidates = messages.flatMap((message): LoadedContent[] => {
    if (message.role !== role) return [];
    if (kind !== "toolCalls") return serverIdOf(message) === id ? [{ message }] : [];
    return callsOf(message).flatMap((call) => (serverIdOf(call) === id ? [{ message, call }] : []));
  });
  const isNext = ({ message, call }: LoadedContent) =>
    !getOwn(tracking.rebuiltStreams, `${kind}:${(call ?? message).id}`);
  const next = candidates.filter(isNext);
  return next.length > 0 ? next : candidates;
}

/** Returns the content that a stream would repeat: arguments, or text without the space around it. */
function repeatedText({ message, call }: LoadedContent): string {
  if (call) return call.function.arguments;
  return typeof message.content === "string" ? message.content.trim() : "";
}

/** Decides with the next event of a run whether a stream repeats one of its candidates. */
export function matchStream(stream: PendingStream, event: Event, snapshot: Snapshot): StreamMatch {
  return stream.kind === "toolCalls"
    ? matchCall(stream, event, snapshot)
    : matchText(stream, event, snapshot);
}

/** The most likely match of a stream of which no further event arrives. */
interface LikelyMatch {
  readonly match: DecidedMatch;
  /** The deferred events that still apply. */
  readonly events: readonly Event[];
}

/**
 * Guesses whether a stream that was cut off repeats one of its candidates.
 *
 * @param events - The deferred events: those of the stream, and others among them.
 */
export function guessMatch(
  stream: PendingStream,
  events: readonly Event[],
  snapshot: Snapshot,
): LikelyMatch {
  const { kind, id, candidates, content, hasEnded } = stream;
  if (hasEnded) return { match: matchEndedCall(stream, snapshot), events };
  // The text of the candidates begins as the stream does, as `matchText` has checked.
  const isStarted = ({ call }: LoadedContent) =>
    !call || call.function.arguments.startsWith(content);
  const match = createMatch(stream, candidates.find(isStarted));
  if (match.kind === "new") return { match, events };
  const key = kind === "toolCalls" ? "toolCallId" : "messageId";
  // The beginning of content that is shown in full would shorten it.
  return {
    match,
    events: events.filter((event) => !(key in event && Reflect.get(event, key) === id)),
  };
}

/** Creates the match of a stream that repeats a candidate, or that is new without one. */
function createMatch(stream: PendingStream, repeated: LoadedContent | undefined): DecidedMatch {
  return repeated ? { kind: "repeats", stream, loaded: repeated } : { kind: "new", stream };
}

/** True for an event that ends every stream before it. */
const isEnding = ({ type }: Event) => /^(RUN_|MESSAGES_SNAPSHOT)/.test(type);

/**
 * Matches a text with the next event. Example: the thread has loaded `m1` "Hello.", and the run streams a text `m1`:
 *
 * | text so far | match |
 * | --- | --- |
 * | "Hel" | undecided |
 * | "Hello.", and the end | repeats |
 * | "Hel", and the end | new |
 * | "Now" | new |
 * | "Hello. You" | repeats the loaded beginning of the reply to the last user message; new under an earlier reply |
 */
function matchText(stream: PendingStream, event: Event, { messages }: Snapshot): StreamMatch {
  const { isOwn, isShared } = ownershipOf(event, stream);
  if (!isOwn && !isEnding(event)) return { kind: "undecided", stream: { ...stream, isShared } };
  const content = stream.content + (isOwn && "delta" in event ? event.delta : "");
  const text = content.trimStart();
  const lastUserMessage = messages.findLast(
    ({ role, id }) => role === "user" && id !== stream.addedId,
  );
  const isAfterUserMessage = ({ message }: LoadedContent) =>
    !lastUserMessage || messages.indexOf(message) > messages.indexOf(lastUserMessage);
  const extendsText = (candidate: LoadedContent) =>
    isAfterUserMessage(candidate) && text.startsWith(repeatedText(candidate));
  const candidates = stream.candidates.filter(
    (candidate) => repeatedText(candidate).startsWith(text.trimEnd()) || extendsText(candidate),
  );
  const next: PendingStream = { ...stream, isShared, content, candidates };
  if (!isOwn || event.type.endsWith("_END")) {
    const isRepeated = (candidate: LoadedContent) =>
      extendsText(candidate) || repeatedText(candidate) === text.trimEnd();
    return createMatch(next, candidates.find(isRepeated));
  }
  const [first] = candidates;
  if (!first) return { kind: "new", stream: next };
  // Candidates are repeated in order, so the text may still become that of the first one.
  return extendsText(first) ? createMatch(next, first) : { kind: "undecided", stream: next };
}

/** Finds out whether an event belongs to a text, and whether another agent streams under the same id. */
function ownershipOf(event: Event, stream: PendingStream) {
  const prefix = stream.kind === "text" ? "TEXT_MESSAGE_" : "REASONING_MESSAGE_";
  const hasId =
    event.type.startsWith(prefix) && "messageId" in event && event.messageId === stream.id;
  const isSameAgent = hasId && event.subagentRunId === stream.subagentRunId;
  const isShared = stream.isShared || (hasId && !isSameAgent && event.type.endsWith("_START"));
  // An event need not state the sub-agent of its stream, unless other agents use the id too.
  return { isOwn: isSameAgent || (hasId && !event.subagentRunId && !isShared), isShared };
}

function matchCall(stream: PendingStream, event: Event, snapshot: Snapshot): StreamMatch {
  const isOwn = "toolCallId" in event && event.toolCallId === stream.id;
  const next = stream.hasEnded ? stream : receiveCallEvent(stream, event, snapshot);
  if (next.candidates.length === 0) return { kind: "new", stream: next };
  // A result may follow the end of the call.
  const isEnd = !stream.hasEnded && event.type === "TOOL_CALL_END";
  if (!next.hasEnded || isEnd) return { kind: "undecided", stream: next };
  if (!isOwn || event.type !== "TOOL_CALL_RESULT") return matchEndedCall(next, snapshot);
  const { content } = event;
  const isRepeated = (candidate: LoadedContent) => repeatsResult(candidate, content, snapshot);
  return createMatch(next, next.candidates.find(isRepeated));
}

/** Returns a call after an event before its end: with the arguments so far, and the candidates that are left. */
function receiveCallEvent(stream: PendingStream, event: Event, snapshot: Snapshot): PendingStream {
  const isOwn = "toolCallId" in event && event.toolCallId === stream.id;
  if (isOwn && event.type === "TOOL_CALL_START" && event.toolCallName !== UNNAMED_TOOL) {
    const isSameTool = ({ call }: LoadedContent) => call?.function.name === event.toolCallName;
    return { ...stream, candidates: stream.candidates.filter(isSameTool) };
  }
  if (isOwn && event.type === "TOOL_CALL_ARGS")
    return { ...stream, content: stream.content + event.delta };
  if (!isOwn && !isEnding(event)) return stream;
  const candidates = stream.candidates.filter((candidate) =>
    repeatsArguments(candidate, stream, snapshot),
  );
  return { ...stream, candidates, hasEnded: true };
}

/** Matches a call whose arguments are those of its candidates, when no result decides it. */
function matchEndedCall(stream: PendingStream, snapshot: Snapshot): DecidedMatch {
  const { candidates, parentMessageId } = stream;
  const named = candidates.find(({ message }) => serverIdOf(message) === parentMessageId);
  const hasReply = snapshot.messages.at(-1)?.role !== "user";
  return createMatch(stream, named ?? (hasReply ? candidates[0] : undefined));
}

/** True when a call has sent the arguments of a candidate. */
function repeatsArguments(
  { call }: LoadedContent,
  { content }: PendingStream,
  { toolCalls }: Snapshot,
): boolean {
  if (!call) return false;
  const info = getOwn(toolCalls, call.id);
  const loaded = call.function.arguments;
  // The beginning of a call without a result may be loaded.
  return (
    isSameText(loaded || "{}", content || "{}") ||
    (!!info && isUnanswered(info) && content.startsWith(loaded))
  );
}

/** True when a result is that of a candidate, or when the candidate has no result. */
function repeatsResult({ call }: LoadedContent, content: unknown, snapshot: Snapshot): boolean {
  const result = call && findToolCall(snapshot, call.id)?.result;
  return !result || isSameText(result.content, content);
}

/** True for equal contents, also for JSON in different spellings. */
function isSameText(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return isEqual(a, b);
  const json = parseJson(a);
  return a === b || (json !== undefined && isEqual(json, parseJson(b)));
}

import { callsOf } from "../../../../protocol/callsOf.ts";
import type { Event, Message, ToolCall } from "../../../../protocol/events.ts";
import { parseJson } from "../../../../protocol/parseJson.ts";
import { UNKNOWN_TOOL } from "../../../../protocol/validation/lenientChecks.ts";
import { findToolCall } from "../../../../reducer/findToolCall.ts";
import { getOwn } from "../../../../reducer/ownProperty.ts";
import { isEqual } from "../../../../reducer/replaceEqualDeep.ts";
import { serverIdOf } from "../../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../../reducer/snapshot.ts";
import { isUnanswered } from "../../../../reducer/toolCallStatus.ts";

/** A stream that an event begins. */
export interface StreamStart {
  readonly kind: "text" | "reasoning" | "toolCalls";
  readonly id: string;
  readonly subagentRunId: string | undefined;
}

/** Loaded content that a stream may repeat. */
interface RepeatedContent {
  readonly message: Message;
  /** The call, when the stream is one. */
  readonly call?: ToolCall;
}

/** A stream that may repeat loaded content; later events decide it. */
export interface PendingStream extends StreamStart {
  /** The first event of the stream, and all events since then. */
  readonly events: Event[];
  candidates: readonly RepeatedContent[];
  content: string;
  hasEnded: boolean;
  /** The id of the question that the run has added, and that repeats a loaded one if the stream repeats its reply. */
  readonly addedId?: string;
  /** True when another agent streams under the same id. */
  isShared?: boolean;
}

/** The candidate that a stream repeats, or `null` for new content. */
export type StreamMatch = RepeatedContent | null;

/** Returns the loaded content with the id of a stream, by preference what the connection has not repeated yet. */
export function findCandidates(
  { messages, tracking }: Snapshot,
  { kind, id }: Pick<StreamStart, "kind" | "id">,
): RepeatedContent[] {
  const role = kind === "reasoning" ? "reasoning" : "assistant";
  const candidates = messages.flatMap((message): RepeatedContent[] => {
    if (message.role !== role) return [];
    if (kind !== "toolCalls") return serverIdOf(message) === id ? [{ message }] : [];
    return callsOf(message).flatMap((call) => (serverIdOf(call) === id ? [{ message, call }] : []));
  });
  const isNext = ({ message, call }: RepeatedContent) =>
    !getOwn(tracking.rebuiltStreams, `${kind}:${(call ?? message).id}`);
  const next = candidates.filter(isNext);
  return next.length > 0 ? next : candidates;
}

/** Returns the content that a stream would repeat: arguments, or text without the space around it. */
function repeatedText({ message, call }: RepeatedContent): string {
  if (call) return call.function.arguments;
  return typeof message.content === "string" ? message.content.trim() : "";
}

/**
 * Returns the candidate that a stream repeats, after its next event; `undefined` until it is known.
 */
export function matchStream(
  stream: PendingStream,
  event: Event,
  snapshot: Snapshot,
): StreamMatch | undefined {
  return stream.kind === "toolCalls"
    ? matchCall(stream, event, snapshot)
    : matchText(stream, event, snapshot);
}

/** The most likely match of a stream of which no further event arrives. */
interface LikelyMatch {
  readonly repeated: StreamMatch;
  readonly events: readonly Event[];
}

/** Guesses whether a stream that was cut off repeats one of its candidates. */
export function guessMatch(stream: PendingStream, snapshot: Snapshot): LikelyMatch {
  const { kind, id, events, candidates, content, hasEnded } = stream;
  if (hasEnded) return { repeated: candidateOfEndedCall(stream, snapshot), events };
  // The text of the candidates begins as the stream does, as `matchText` has checked.
  const isBegun = ({ call }: RepeatedContent) =>
    !call || call.function.arguments.startsWith(content);
  const repeated = candidates.find(isBegun) ?? null;
  const key = kind === "toolCalls" ? "toolCallId" : "messageId";
  // The beginning of content that is shown in full would shorten it.
  const others = events.filter((event) => !(key in event && Reflect.get(event, key) === id));
  return { repeated, events: repeated ? others : events };
}

/** True for an event that ends every stream before it. */
const isEnding = ({ type }: Event) => /^(RUN_|MESSAGES_SNAPSHOT)/.test(type);

function matchText(
  stream: PendingStream,
  event: Event,
  { messages }: Snapshot,
): StreamMatch | undefined {
  const prefix = stream.kind === "text" ? "TEXT_MESSAGE_" : "REASONING_MESSAGE_";
  const hasId =
    event.type.startsWith(prefix) && "messageId" in event && event.messageId === stream.id;
  const isSameAgent = hasId && event.subagentRunId === stream.subagentRunId;
  if (hasId && !isSameAgent && event.type.endsWith("_START")) stream.isShared = true;
  // An event need not state the sub-agent of its stream, unless other agents use the id too.
  const isOwn = isSameAgent || (hasId && !event.subagentRunId && !stream.isShared);
  if (!isOwn && !isEnding(event)) return undefined;
  if (isOwn && "delta" in event) stream.content += event.delta;
  const text = stream.content.trimStart();
  const lastUserMessage = messages.findLast(
    ({ role, id }) => role === "user" && id !== stream.addedId,
  );
  const isCurrent = ({ message }: RepeatedContent) =>
    !lastUserMessage || messages.indexOf(message) > messages.indexOf(lastUserMessage);
  // The beginning of a reply to the last user message may be loaded.
  const continues = (candidate: RepeatedContent) =>
    isCurrent(candidate) && text.startsWith(repeatedText(candidate));
  stream.candidates = stream.candidates.filter(
    (candidate) => repeatedText(candidate).startsWith(text.trimEnd()) || continues(candidate),
  );
  if (stream.candidates.length === 0) return null;
  const isOver = !isOwn || event.type.endsWith("_END");
  const isRepeated = (candidate: RepeatedContent) =>
    continues(candidate) || (isOver && repeatedText(candidate) === text.trimEnd());
  if (isOver) return stream.candidates.find(isRepeated) ?? null;
  // The text may become that of the first candidate, whose turn comes first.
  return stream.candidates.slice(0, 1).find(isRepeated);
}

function matchCall(
  stream: PendingStream,
  event: Event,
  snapshot: Snapshot,
): StreamMatch | undefined {
  const isOwn = "toolCallId" in event && event.toolCallId === stream.id;
  if (!stream.hasEnded) {
    if (isOwn && event.type === "TOOL_CALL_START" && event.toolCallName !== UNKNOWN_TOOL) {
      const isSameTool = ({ call }: RepeatedContent) => call?.function.name === event.toolCallName;
      stream.candidates = stream.candidates.filter(isSameTool);
    } else if (isOwn && event.type === "TOOL_CALL_ARGS") stream.content += event.delta;
    else if (isOwn || isEnding(event)) {
      const isRepeated = (candidate: RepeatedContent) =>
        repeatsArguments(candidate, stream, snapshot);
      stream.candidates = stream.candidates.filter(isRepeated);
      stream.hasEnded = true;
    }
    if (stream.candidates.length === 0) return null;
    if (!stream.hasEnded || event.type === "TOOL_CALL_END") return undefined;
  }
  if (isOwn && event.type === "TOOL_CALL_RESULT") {
    const { content } = event;
    return (
      stream.candidates.find((candidate) => repeatsResult(candidate, content, snapshot)) ?? null
    );
  }
  return candidateOfEndedCall(stream, snapshot);
}

/** Returns the candidate that a call with the same arguments repeats, when no result decides it. */
function candidateOfEndedCall(stream: PendingStream, snapshot: Snapshot): StreamMatch {
  const [start] = stream.events;
  const parentId = start?.type === "TOOL_CALL_START" ? start.parentMessageId : undefined;
  const named = stream.candidates.find(({ message }) => serverIdOf(message) === parentId);
  const hasReply = snapshot.messages.at(-1)?.role !== "user";
  return named ?? (hasReply ? (stream.candidates[0] ?? null) : null);
}

function repeatsArguments(
  { call }: RepeatedContent,
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

function repeatsResult({ call }: RepeatedContent, content: unknown, snapshot: Snapshot): boolean {
  const result = call && findToolCall(snapshot, call.id)?.result;
  return !result || isSameText(result.content, content);
}

/** True for equal contents, also for JSON in different spellings. */
function isSameText(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return isEqual(a, b);
  const json = parseJson(a);
  return a === b || (json !== undefined && isEqual(json, parseJson(b)));
}

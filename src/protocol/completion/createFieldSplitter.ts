import { isRecord } from "../isRecord.ts";
import type { IssueKind } from "../issue.ts";
import { misplacedField } from "../issueCodes.ts";
import type { WireEvent } from "../legacy/createLegacyTranslator.ts";
import { omitUndefined } from "../omitUndefined.ts";
import { deriveId } from "../randomId.ts";
import { textOfScalar } from "../textOf.ts";

/** A field that belongs to an event of its own, and the event. */
interface Misplaced {
  /** Type of the event that has the field. */
  readonly type: string;
  readonly field: string;
  readonly event: WireEvent;
}

/** A stream without content, and what its start has of it. */
interface EmptyStream {
  readonly content: Misplaced | undefined;
}

/** Types of the events of a stream with content. */
const STREAM_EVENT = /^(TEXT_MESSAGE|REASONING_MESSAGE|TOOL_CALL)_(START|CONTENT|ARGS|END)$/;

/**
 * Creates the function that moves fields of the start and the end of a stream to events of their own: text to
 * TEXT_MESSAGE_CONTENT or REASONING_MESSAGE_CONTENT, arguments to TOOL_CALL_ARGS, and a result to TOOL_CALL_RESULT.
 * Returns the events instead of a received one; `undefined` leaves the received event as it is.
 *
 * Content in a start waits for the end of the stream, because some servers repeat it in the events that follow. Text that
 * these do not repeat comes before them.
 */
export function createFieldSplitter(
  report: (kind: IssueKind, eventType: string, subject: string) => void,
): (event: WireEvent) => readonly WireEvent[] | undefined {
  /** Streams that have begun without any content, by kind and id. */
  const emptyStreams = new Map<string, EmptyStream>();

  function read(misplaced: Misplaced | undefined): WireEvent[] {
    if (!misplaced) return [];
    report(misplacedField, misplaced.type, misplaced.field);
    return [misplaced.event];
  }

  /** Returns the content that has waited for the end of these streams. */
  function endStreams(keys: Iterable<string>): WireEvent[] {
    return [...keys].flatMap((key) => {
      const stream = emptyStreams.get(key);
      emptyStreams.delete(key);
      return read(stream?.content);
    });
  }

  return (event) => {
    const type = typeof event.type === "string" ? event.type : "";
    // Most events are content of a stream that has some already.
    if (emptyStreams.size === 0 && !/_(START|END)$/.test(type)) return undefined;
    if (type === "RUN_FINISHED" || type === "RUN_ERROR")
      return [...endStreams(emptyStreams.keys()), event];
    if (type === "TOOL_CALL_RESULT")
      return [...endStreams([streamKeyOf("TOOL_CALL", event)]), event];
    const [, kind = "", part] = STREAM_EVENT.exec(type) ?? [];
    const key = streamKeyOf(kind, event);
    const content = part === "START" || part === "END" ? findContent(kind, event) : undefined;
    const sent = content && kind !== "TOOL_CALL" ? withoutTexts(event) : event;
    if (part === "START") {
      const earlier = endStreams([key]);
      emptyStreams.set(key, { content });
      return [...earlier, sent];
    }
    if (part === "END") {
      const stream = emptyStreams.get(key);
      if (stream) emptyStreams.set(key, { content: content ?? stream.content });
      return [...endStreams([key]), sent, ...read(findMisplacedResult(event))];
    }
    if (!part || event.delta === "") return undefined;
    const earlier = emptyStreams.get(key)?.content;
    emptyStreams.delete(key);
    const isBefore = kind !== "TOOL_CALL" && earlier && !isRepetition(earlier.event, event);
    return isBefore ? [...read(earlier), event] : undefined;
  };
}

function streamKeyOf(kind: string, event: WireEvent): string {
  const { tool_call_id, toolCallId = tool_call_id, message_id, messageId = message_id } = event;
  return `${kind} ${textOfScalar(kind === "TOOL_CALL" ? toolCallId : messageId)}`;
}

/** Names of the text of a content event, in the protocol and in other systems. */
const TEXT_FIELDS = ["delta", "content", "text", "data", "chunk", "message"];

/** True when the text of one event is the beginning of the text of another. */
function isRepetition(...events: readonly [WireEvent, WireEvent]): boolean {
  const [before, next] = events.map((event) =>
    TEXT_FIELDS.map((name) => event[name]).find(Boolean),
  );
  if (typeof before !== "string" || typeof next !== "string") return true;
  return before.startsWith(next) || next.startsWith(before);
}

/** Names of the text of a message in its start and its end. */
const MISPLACED_TEXTS = ["content", "text", "delta"];

const isText = (value: unknown) =>
  (typeof value === "string" && value !== "") || Array.isArray(value);

/** Returns the content in the start or the end of a stream: arguments, a text, or text blocks. */
function findContent(kind: string, event: WireEvent): Misplaced | undefined {
  if (kind === "TOOL_CALL") return findArguments(event);
  const field = MISPLACED_TEXTS.find((name) => isText(event[name]));
  return field === undefined
    ? undefined
    : misplace(event, field, { type: `${kind}_CONTENT`, delta: event[field] });
}

/** Returns a start or an end without its text, which would be added again when the event is read from a log. */
function withoutTexts(event: WireEvent): WireEvent {
  const isOtherField = ([name, value]: readonly [string, unknown]) =>
    !MISPLACED_TEXTS.includes(name) || !isText(value);
  return Object.fromEntries(Object.entries(event).filter(isOtherField));
}

/** Returns the arguments in the start or the end of a call. */
function findArguments(event: WireEvent): Misplaced | undefined {
  const { function: called, args, arguments: own = args } = event;
  const value = own ?? (isRecord(called) ? called.arguments : undefined);
  const delta = isRecord(value) ? JSON.stringify(value) : value;
  if (typeof delta !== "string" || delta === "") return undefined;
  const field = ["args", "arguments"].find((name) => event[name] === value) ?? "function";
  return misplace(event, field, { type: "TOOL_CALL_ARGS", delta });
}

/** Returns the result in the end of a call. */
function findMisplacedResult(event: WireEvent): Misplaced | undefined {
  const { type, result, tool_call_id, toolCallId = tool_call_id } = event;
  if (type !== "TOOL_CALL_END" || result === undefined || result === null) return undefined;
  return misplace(event, "result", {
    type: "TOOL_CALL_RESULT",
    content: typeof result === "string" ? result : JSON.stringify(result),
    messageId: typeof toolCallId === "string" ? deriveId(toolCallId, "result") : undefined,
  });
}

/** Fields that say to which stream and sub-agent an event belongs. */
const OWNER_FIELDS = [
  ...["toolCallId", "tool_call_id", "messageId", "message_id"],
  ...["subagentRunId", "subagent_run_id"],
];

/** Returns a field with its event, which belongs to the stream and the sub-agent of the received event. */
function misplace(received: WireEvent, field: string, event: WireEvent): Misplaced {
  const owner = Object.fromEntries(OWNER_FIELDS.map((name) => [name, received[name]]));
  return { type: String(received.type), field, event: omitUndefined({ ...owner, ...event }) };
}

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

/** A stream that has started and of which no content event has arrived. */
interface StartedStream {
  /** The content of the start event, or of the end event once that has arrived. */
  readonly misplacedContent: Misplaced | undefined;
}

/** Types of the events of a stream with content. */
const STREAM_EVENT = /^(TEXT_MESSAGE|REASONING_MESSAGE|TOOL_CALL)_(START|CONTENT|ARGS|END)$/;

/**
 * Creates the function that moves fields of the start and the end of a stream to events of their own:
 *
 * | field | event |
 * | --- | --- |
 * | text | TEXT_MESSAGE_CONTENT or REASONING_MESSAGE_CONTENT |
 * | arguments | TOOL_CALL_ARGS |
 * | result | TOOL_CALL_RESULT |
 *
 * Returns the events instead of a received one; `undefined` leaves the received event as it is.
 *
 * Content in a start waits for the end of the stream, because some servers repeat it in the events that follow. Text that
 * these events do not repeat is emitted before them.
 *
 * ```text
 * TEXT_MESSAGE_START m1, content "Hi"       → TEXT_MESSAGE_START m1
 * TEXT_MESSAGE_END m1                       → TEXT_MESSAGE_CONTENT m1 "Hi"   TEXT_MESSAGE_END m1
 * or TEXT_MESSAGE_CONTENT m1 "Hi there"     → unchanged: it repeats "Hi"
 * or TEXT_MESSAGE_CONTENT m1 " there"       → TEXT_MESSAGE_CONTENT m1 "Hi"   TEXT_MESSAGE_CONTENT m1 " there"
 * TOOL_CALL_END c1, result "4"              → TOOL_CALL_END c1   TOOL_CALL_RESULT c1 "4"
 * ```
 */
export function createFieldSplitter(
  report: (kind: IssueKind, eventType: string, subject: string) => void,
): (event: WireEvent) => readonly WireEvent[] | undefined {
  /** By kind and id. */
  const startedStreams = new Map<string, StartedStream>();

  /** Reports a misplaced field, and returns its event. */
  function reportMisplaced(misplaced: Misplaced | undefined): WireEvent[] {
    if (!misplaced) return [];
    report(misplacedField, misplaced.type, misplaced.field);
    return [misplaced.event];
  }

  /** Ends streams, and returns the content of their starts and ends when no content event has arrived. */
  function endStreams(keys: Iterable<string>): WireEvent[] {
    return [...keys].flatMap((key) => {
      const stream = startedStreams.get(key);
      startedStreams.delete(key);
      return reportMisplaced(stream?.misplacedContent);
    });
  }

  return (event) => {
    const type = typeof event.type === "string" ? event.type : "";
    // Most events are content of a stream that has some already.
    if (startedStreams.size === 0 && !/_(START|END)$/.test(type)) return undefined;
    if (type === "RUN_FINISHED" || type === "RUN_ERROR")
      return [...endStreams(startedStreams.keys()), event];
    if (type === "TOOL_CALL_RESULT")
      return [...endStreams([streamKeyOf("TOOL_CALL", event)]), event];
    const [, kind = "", part] = STREAM_EVENT.exec(type) ?? [];
    const key = streamKeyOf(kind, event);
    const content = part === "START" || part === "END" ? findContent(kind, event) : undefined;
    const sent = content && kind !== "TOOL_CALL" ? withoutTexts(event) : event;
    if (part === "START") {
      const waitingEvents = endStreams([key]);
      startedStreams.set(key, { misplacedContent: content });
      return [...waitingEvents, sent];
    }
    if (part === "END") {
      const stream = startedStreams.get(key);
      if (stream) startedStreams.set(key, { misplacedContent: content ?? stream.misplacedContent });
      return [...endStreams([key]), sent, ...reportMisplaced(findMisplacedResult(event))];
    }
    if (!part || event.delta === "") return undefined;
    const startContent = startedStreams.get(key)?.misplacedContent;
    startedStreams.delete(key);
    const mustPrecede =
      kind !== "TOOL_CALL" && startContent && !isRepetition(startContent.event, event);
    return mustPrecede ? [...reportMisplaced(startContent), event] : undefined;
  };
}

function streamKeyOf(kind: string, event: WireEvent): string {
  const { tool_call_id, toolCallId = tool_call_id, message_id, messageId = message_id } = event;
  return `${kind} ${textOfScalar(kind === "TOOL_CALL" ? toolCallId : messageId)}`;
}

/** Names of the fields with the text of a content event, in the protocol and in other systems. */
const TEXT_FIELDS = ["delta", "content", "text", "data", "chunk", "message"];

/** True when the text of one event is the beginning of the text of the other, or when a text is not a string. */
function isRepetition(...events: readonly [WireEvent, WireEvent]): boolean {
  const [earlierText, laterText] = events.map((event) =>
    TEXT_FIELDS.map((name) => event[name]).find(Boolean),
  );
  if (typeof earlierText !== "string" || typeof laterText !== "string") return true;
  return earlierText.startsWith(laterText) || laterText.startsWith(earlierText);
}

/** Names of the fields with the text of a message in its start and its end. */
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
  const { function: called, args, arguments: directArguments = args } = event;
  const value = directArguments ?? (isRecord(called) ? called.arguments : undefined);
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

/** Names of the fields with the ids of the stream and the sub-agent of an event. */
const OWNER_FIELDS = [
  ...["toolCallId", "tool_call_id", "messageId", "message_id"],
  ...["subagentRunId", "subagent_run_id"],
];

/** Returns a field with its event, which belongs to the stream and the sub-agent of the received event. */
function misplace(received: WireEvent, field: string, event: WireEvent): Misplaced {
  const owner = Object.fromEntries(OWNER_FIELDS.map((name) => [name, received[name]]));
  return { type: String(received.type), field, event: omitUndefined({ ...owner, ...event }) };
}

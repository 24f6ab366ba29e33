import { readError } from "../errors.ts";
import { isRecord, type UnknownRecord } from "../isRecord.ts";
import type { ReportIssue } from "../issue.ts";
import { missingField, repairedFrame, repairedType } from "../issueCodes.ts";
import { createLegacyTranslator, type WireEvent } from "../legacy/createLegacyTranslator.ts";
import { parseJson, parseObjects } from "../parseJson.ts";
import { textOfScalar } from "../textOf.ts";
import { type Check, INVALID } from "./check.ts";
import { eventChecks } from "./eventChecks.ts";
import { createForeignError } from "./foreignError.ts";

/** Levels of text, lists and envelopes around an event that are read. */
const MAX_LEVELS = 4;

/** True for an event under a type of the protocol, as nearly every frame is. */
export function isProtocolEvent(frame: unknown): frame is WireEvent {
  return isRecord(frame) && isEventType(frame.type);
}

/**
 * Returns the events that a frame means; none for a frame that contains no event. An event of the
 * protocol passes unchanged. Other frames are reported and read as follows:
 *
 * | frame | read as |
 * | --- | --- |
 * | JSON text, also after a second `data:` | its value |
 * | JSON objects one after the other, with commas or nothing between them | the events |
 * | a list with events | the events |
 * | `{ event, data }`, also of a Server-Sent Event whose data has no type | the data, under that type |
 * | an object with a list of `events` and no type | the events |
 * | an object with nothing but an error, such as `{ detail }` or `{ status: "error", message }` | RUN_ERROR |
 * | a type in lower case or camelCase, or with the prefix `EventType.` | the type of the protocol |
 */
export function readFrame(frame: unknown, report: ReportIssue = () => {}): readonly WireEvent[] {
  if (isRecord(frame) && !isBatch(frame)) return [readEnvelope(frame, report)];
  const events = unwrap(frame, 0);
  if (!events.some(({ type }) => typeof type === "string")) return [];
  report(repairedFrame, undefined, Array.isArray(frame) ? "array" : typeof frame);
  return events.map((event) => readEnvelope(event, report));
}

/** Returns the valid events of a frame as the log has them, apart from ids that a canonicalizer creates. */
export function readValidEvents(frame: unknown): readonly unknown[] {
  const translate = createLegacyTranslator(() => "");
  return readFrame(frame).flatMap((sent) => {
    const event = translate(sent);
    const checked = checkOf(event.type)?.(event, []) ?? INVALID;
    return checked === INVALID ? [] : [checked];
  });
}

/** Returns the check of an event type; `undefined` for a type that is unknown. */
export function checkOf(type: unknown): Check | undefined {
  const checks: Readonly<Record<string, Check>> = eventChecks;
  return typeof type === "string" && Object.hasOwn(checks, type) ? checks[type] : undefined;
}

/** Returns the objects in nested JSON text and lists, in order. */
function unwrap(frame: unknown, level: number): readonly WireEvent[] {
  if (isRecord(frame) && !isBatch(frame)) return [frame];
  if (level === MAX_LEVELS) return [];
  if (isRecord(frame)) return unwrap(frame.events, level + 1);
  if (Array.isArray(frame)) return frame.flatMap((item: unknown) => unwrap(item, level + 1));
  return typeof frame === "string" ? unwrap(parseText(frame), level + 1) : [];
}

/** True for an object that only wraps a list of events. */
export function isBatch({ type, events }: UnknownRecord): boolean {
  return type === undefined && Array.isArray(events);
}

/** Returns the JSON value of a text, without the `data:` before it, or its JSON objects; `undefined` for other text. */
function parseText(text: string): unknown {
  const json = text.replace(/^(\s*data:)+/, "");
  return parseJson(json) ?? parseObjects(json);
}

/** Returns the event in an object: the object itself, or its `data` under the type that its `event` or its data has. */
function readEnvelope(frame: WireEvent, report: ReportIssue): WireEvent {
  const { type, event, data } = frame;
  if (typeof type === "string") {
    const meant = toEventType(type, frame);
    if (meant === undefined || meant === type) return frame;
    report(repairedType, meant, type);
    return { ...frame, type: meant };
  }
  const [inner] = type === undefined ? unwrap(data, 0) : [];
  if (!inner && isErrorAlone(frame)) {
    report(missingField, "RUN_ERROR", "type");
    return createForeignError(frame);
  }
  const meant = inner && toEventType(inner.type ?? event, inner);
  if (meant === undefined) return frame;
  report(missingField, meant, "type");
  return { ...inner, type: meant };
}

/** Matches the fields of an error as frameworks and model providers send it. */
const ERROR_FIELD = /^(error|detail|message|msg|reason|code|status|status_?code|request_?id)$/i;

/** True for an object with nothing but an error: a server that fails sends it instead of an event. */
function isErrorAlone(frame: WireEvent): boolean {
  const { type, error, detail, status } = frame;
  const hasFailed = /^(error|fail(ed|ure)?)$/i.test(textOfScalar(status));
  const message = readError(hasFailed ? frame : { detail, error });
  const isError = type === undefined && message !== undefined;
  const hasOther = Object.keys(frame).some((key) => !ERROR_FIELD.test(key));
  return isError && !hasOther;
}

/**
 * Fields of events whose names other systems use too, such as `custom` of LangGraph and `ToolCallResult` of LlamaIndex.
 * An object with such a name is an event when it has one of the fields.
 */
const FIELDS_OF_SHARED_NAMES: Readonly<Record<string, RegExp>> = {
  CUSTOM: /^name$/,
  RAW: /^event$/,
  TOOL_CALL_RESULT: /^(tool_?call_?id|message_?id|content|result|output)$/i,
};

/**
 * Returns the event type that a name means; `undefined` for a name of another system.
 *
 * @param fields - The object that has the name. A name in another spelling is a type only if the fields do not contradict it.
 */
export function toEventType(name: unknown, fields: UnknownRecord): string | undefined {
  if (typeof name !== "string") return undefined;
  if (isEventType(name)) return name;
  const type = name
    .replace(/^EventType\./, "")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toUpperCase();
  // Agno repeats the name of a Server-Sent Event, such as "RunStarted", in its data.
  if (!isEventType(type) || fields.event === name) return undefined;
  const ownField = FIELDS_OF_SHARED_NAMES[type];
  return !ownField || Object.keys(fields).some((key) => ownField.test(key)) ? type : undefined;
}

function isEventType(name: unknown): boolean {
  return typeof name === "string" && Object.hasOwn(eventChecks, name);
}

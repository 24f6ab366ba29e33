import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { readValidEvents } from "../../../protocol/validation/readFrame.ts";
import type { EventFields } from "../historyPageMatcher.ts";

/** Events of a message, reasoning or a tool call, or the end of the run. */
const STREAM_OR_RUN_END = /^((TEXT_MESSAGE|REASONING|TOOL_CALL)_.*|RUN_FINISHED|RUN_ERROR)$/;

/** Events that a replay repeats unchanged. */
const REPEATED_UNCHANGED = /^(STATE|ACTIVITY|STEP)_/;

/** Endings of the types of events that open a stream. */
const OPENING = /_(START|CHUNK)$/;

/** Endings of the types of events within a stream. */
const CONTINUING = /_(CONTENT|ARGS|END|RESULT)$/;

/**
 * True when the event after a repeated RUN_STARTED continues the run, on a connection that began after a cursor. Most
 * servers that send RUN_STARTED there replay the run, but some continue it.
 *
 * @param received - The first events of the run, when they are known.
 * @returns False when in doubt: a replayed run is shown when it contains more.
 */
export function continuesAfterCursor(
  value: unknown,
  received: readonly Event[] | undefined,
): boolean {
  if (!received) return false;
  const [first] = received;
  // There is nothing to replay.
  if (!first) return true;
  if (!isRecord(value)) return false;
  const type = String(value.type);
  // A replay begins with the first event again. The log has that event as it was validated, so `value` is validated too.
  if (REPEATED_UNCHANGED.test(type))
    return eventFingerprint(readValidEvents(value)[0]) !== eventFingerprint(first);
  if (!STREAM_OR_RUN_END.test(type)) return false;
  if (openedKey(value) !== openedKey(first)) return true;
  return !repeatsText(value, received, first);
}

/**
 * Decides whether a run that the server starts again, without a cursor, continues. A replay would begin with the start
 * of a stream.
 *
 * Example: the thread has `TEXT_MESSAGE_START m1` and the text "Hel" of a run, and this event follows the second start:
 *
 * | event | the run |
 * | --- | --- |
 * | `TEXT_MESSAGE_CONTENT m1 "lo"` | continues: its stream is open |
 * | `TEXT_MESSAGE_START m1`, or an event of another stream | is replayed |
 * | `TEXT_MESSAGE_CHUNK m1 "lo"` | continues |
 * | `TEXT_MESSAGE_CHUNK m1 "Hello"` | is replayed: the chunk repeats the text |
 * | `RUN_FINISHED` | continues |
 * | `STATE_DELTA` | is undecided |
 *
 * @param received - The first events of the run, when they are known.
 * @returns `undefined` when a later event has to decide.
 */
export function continuesWithoutCursor(
  value: unknown,
  received: readonly Event[] = [],
): boolean | undefined {
  const starts = received.filter(({ type }) => type.endsWith("_START"));
  if (starts.length === 0 || !isRecord(value)) return false;
  const type = String(value.type);
  if (!STREAM_OR_RUN_END.test(type)) return type === "MESSAGES_SNAPSHOT" ? false : undefined;
  // The end of a run arrives once, and content may follow it.
  if (type.startsWith("RUN_")) return received.every((event) => event.type !== type);
  const id = streamIdIn(value);
  const isOfStream = (event: Event) =>
    streamTypeOf(event) === streamTypeOf(value) && (id ?? streamIdIn(event)) === streamIdIn(event);
  const start = starts.findLast(isOfStream);
  if (!start) return false;
  // Some servers send a result before its call, and a replay repeats the result first.
  const [first] = received.filter(isOfStream);
  if (first?.type === type && repeatsText(value, received, start)) return false;
  if (!type.endsWith("_CHUNK")) return CONTINUING.test(type);
  // The first chunk of a call names the tool. A chunk of text does not tell a replay from a continuation.
  const isUnnamed = type === "TOOL_CALL_CHUNK" && value.toolCallName === undefined;
  return isUnnamed || !repeatsText(value, received, start);
}

/** True when an event repeats the beginning of a stream. A replay may split the text differently. */
function repeatsText(value: object, received: readonly Event[], start: Event): boolean {
  const { delta = "" } = fieldsOf(value);
  const text = received
    .map((event) => (isPartOf(event, start) ? fieldsOf(event).delta : ""))
    .join("");
  return String(delta).startsWith(text) || text.startsWith(String(delta));
}

function isPartOf(event: Event, start: Event): boolean {
  return /_(CONTENT|ARGS)$/.test(event.type) && streamIdIn(event) === streamIdIn(start);
}

/** Returns the key of what an event opens. Reasoning may have the id of its first message. */
function openedKey(event: object): string {
  return `${String(fieldsOf(event).type).replace(OPENING, "")} ${streamIdIn(event)}`;
}

/** Returns the kind of the stream that an event belongs to. */
function streamTypeOf(event: object): string {
  return String(fieldsOf(event).type).replace(OPENING, "").replace(CONTINUING, "");
}

function streamIdIn(event: object): unknown {
  const { toolCallId, messageId } = fieldsOf(event);
  return toolCallId ?? messageId;
}

const fieldsOf = (event: object): EventFields => ({ ...event });

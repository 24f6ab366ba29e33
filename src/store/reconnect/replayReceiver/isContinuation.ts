import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import type { EventFields } from "../matchHistoryPage.ts";

/** Events that continue a message, reasoning or a tool call, or end the run. */
const STREAMED = /^((TEXT_MESSAGE|REASONING|TOOL_CALL)_.*|RUN_FINISHED|RUN_ERROR)$/;

/** Events that a replay repeats unchanged. */
const WHOLE = /^(STATE|ACTIVITY|STEP)_/;

const OPENING = /_(START|CHUNK)$/;

/**
 * True when the event after a repeated RUN_STARTED continues the run. Most servers that send it after a cursor
 * replay the run, but some continue.
 *
 * @param received - The first events of the run, when they are known.
 * @returns False when in doubt: a replayed run is shown when it contains more.
 */
export function isContinuation(value: unknown, received: readonly Event[] | undefined): boolean {
  if (!received) return false;
  const [first] = received;
  // There is nothing to replay.
  if (!first) return true;
  if (!isRecord(value)) return false;
  const type = String(value.type);
  if (WHOLE.test(type)) return eventFingerprint(value) !== eventFingerprint(first);
  if (!STREAMED.test(type)) return false;
  if (openedKey(value) !== openedKey(first)) return true;
  const { delta = "" } = value;
  const text = received
    .map((event) => (isPartOf(event, first) ? fieldsOf(event).delta : ""))
    .join("");
  // A replay may split the text differently.
  return !String(delta).startsWith(text) && !text.startsWith(String(delta));
}

function isPartOf(event: Event, start: Event): boolean {
  return /_(CONTENT|ARGS)$/.test(event.type) && streamIdIn(event) === streamIdIn(start);
}

/** Returns the key of what an event opens. Reasoning may have the id of its first message. */
function openedKey(event: object): string {
  return `${String(fieldsOf(event).type).replace(OPENING, "")} ${streamIdIn(event)}`;
}

function streamIdIn(event: object): unknown {
  const { toolCallId, messageId } = fieldsOf(event);
  return toolCallId ?? messageId;
}

const fieldsOf = (event: object): EventFields => ({ ...event });

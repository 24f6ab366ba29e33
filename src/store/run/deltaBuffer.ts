import type { Event, EventName } from "../../protocol/events.ts";
import type { UnknownRecord } from "../../protocol/isRecord.ts";
import { findKey } from "../../reducer/events/identity/streamKeys.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { RunTracking, StreamEntry } from "../../reducer/runTracking.ts";

/**
 * True for content of an open stream, and for a patch (STATE_DELTA, ACTIVITY_DELTA). Such events are
 * frequent, and none of them matters alone. Content of a stream that is not open is an issue, which is
 * reported at once.
 */
export function isBufferable(event: Event, tracking: RunTracking): boolean {
  const stream = streamOf(event, tracking);
  return stream ? stream.isOpen : event.type.endsWith("_DELTA");
}

/** Kinds of streams by the type of the events that append to them. */
const KINDS: Partial<Record<EventName, "text" | "reasoning" | "toolCalls">> = {
  TEXT_MESSAGE_CONTENT: "text",
  REASONING_MESSAGE_CONTENT: "reasoning",
  TOOL_CALL_ARGS: "toolCalls",
};

/** Returns the tracking entry of the stream that an event appends to; `undefined` for other events. */
function streamOf(event: Event, tracking: RunTracking): StreamEntry | undefined {
  const kind = KINDS[event.type];
  if (!kind) return undefined;
  // Each event with a kind has one of the ids.
  const { messageId = "", toolCallId = messageId, subagentRunId } = event as StreamFields;
  const entries = tracking[kind];
  return getOwn(entries, findKey(entries, toolCallId, subagentRunId));
}

type StreamFields = Readonly<Partial<Record<"messageId" | "toolCallId" | "subagentRunId", string>>>;

/** Buffered deltas by message or tool call id: deltas of several streams may alternate. */
export type DeltaBuffer = Map<unknown, Event[]>;

/**
 * Buffers a delta. A delta that continues the last one of its stream is merged into it.
 *
 * @param at - Time of arrival, used when the event has no timestamp.
 */
export function bufferDelta(buffer: DeltaBuffer, event: Event & UnknownRecord, at: number): void {
  const id = event.toolCallId ?? event.messageId;
  const streamEvents = buffer.get(id) ?? [];
  const last = streamEvents.at(-1);
  // The buffered event is a copy, and `canMerge` has checked that both have a `delta`.
  if (last && canMerge(last, event)) (last as EventWithDelta).delta += event.delta;
  else if (streamEvents.push(withTimestamp(event, at)) === 1) buffer.set(id, streamEvents);
}

/** Returns a copy of an event with a timestamp. */
export function withTimestamp(event: Event, at: number): Event {
  // Engines copy six times faster into an object that has the field than they add a field to a
  // copy.
  const copy = { timestamp: at, ...event };
  copy.timestamp ??= at;
  return copy;
}

type EventWithDelta = Event & { delta: string };

/** True when the second event differs from the first in its delta and timestamp only. */
function canMerge(last: UnknownRecord, next: Event & UnknownRecord): next is EventWithDelta {
  // An event without a sub-agent may belong to another stream with the id.
  if (next.subagentRunId !== last.subagentRunId) return false;
  for (const field in next) {
    if (field !== "delta" && field !== "timestamp" && next[field] !== last[field]) return false;
  }
  return typeof next.delta === "string";
}

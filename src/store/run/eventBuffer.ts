import type { Event, EventName } from "../../protocol/events.ts";
import type { UnknownRecord } from "../../protocol/isRecord.ts";
import { findKey } from "../../reducer/events/identity/streamKeys.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { RunTracking, StreamEntry } from "../../reducer/runTracking.ts";

/** Events that are applied together when the snapshot is read: each application copies the records that change. */
interface EventBuffer {
  readonly isEmpty: boolean;
  /**
   * True for events that may wait: starts, content and ends of messages, calls and activities, and patches. Content of
   * a stream that is not open is an issue, which is reported at once.
   *
   * @param tracking - The streams that were open before the buffered events.
   */
  accepts(events: readonly Event[], tracking: RunTracking): boolean;
  /**
   * Adds an event. A delta that continues the last one of its stream is merged into it.
   *
   * @param at - Time of arrival, used when the event has no timestamp.
   */
  add(event: Event & UnknownRecord, at: number): void;
  /** Returns the events and empties the buffer. */
  drain(): Event[];
}

/** Creates the buffer of a run. */
export function createEventBuffer(): EventBuffer {
  /** Events in order up to the last start or end. */
  let ordered: Event[] = [];
  /** Later deltas by message or tool call id: deltas of several streams may alternate. */
  const deltas = new Map<unknown, Event[]>();
  /** True or false by id for streams that buffered events have started or ended. */
  const isOpenById = new Map<unknown, boolean>();

  function addDelta(event: Event & UnknownRecord, at: number): void {
    const id = idOf(event);
    const streamEvents = deltas.get(id) ?? [];
    const last = streamEvents.at(-1);
    // The buffered event is a copy, and `canMerge` has checked that both have a `delta`.
    if (last && canMerge(last, event)) (last as EventWithDelta).delta += event.delta;
    else if (streamEvents.push(withTimestamp(event, at)) === 1) deltas.set(id, streamEvents);
  }

  /** Moves the deltas to the events before the next start or end. */
  function closeDeltas(): void {
    for (const streamEvents of deltas.values()) ordered.push(...streamEvents);
    deltas.clear();
  }

  return {
    get isEmpty() {
      return ordered.length + deltas.size === 0;
    },
    accepts(events, tracking) {
      let isOpenInBatch: Map<unknown, boolean> | undefined;
      return events.every((event) => {
        const treatment = TREATMENTS[event.type];
        if (treatment === "delta") return true;
        if (treatment === "ordered") {
          isOpenInBatch ??= new Map();
          markStream(isOpenInBatch, event);
          return true;
        }
        if (!treatment) return false;
        const id = idOf(event);
        const isOpen = isOpenInBatch?.get(id) ?? isOpenById.get(id);
        return isOpen ?? streamOf(event, treatment, tracking)?.isOpen === true;
      });
    },
    add(event, at) {
      if (TREATMENTS[event.type] !== "ordered") addDelta(event, at);
      else {
        closeDeltas();
        ordered.push(withTimestamp(event, at));
        markStream(isOpenById, event);
      }
    },
    drain() {
      closeDeltas();
      const events = ordered;
      ordered = [];
      isOpenById.clear();
      return events;
    },
  };
}

/**
 * The events that may wait: those that keep their position between deltas, deltas that are valid at any time, and
 * content of a stream, with the kind of the stream. A table, because a pattern for each delta would cost more than its
 * reduction.
 */
const TREATMENTS: Partial<Record<EventName, "ordered" | "delta" | StreamKind>> = {
  TEXT_MESSAGE_START: "ordered",
  TEXT_MESSAGE_CONTENT: "text",
  TEXT_MESSAGE_END: "ordered",
  REASONING_START: "ordered",
  REASONING_MESSAGE_START: "ordered",
  REASONING_MESSAGE_CONTENT: "reasoning",
  REASONING_MESSAGE_END: "ordered",
  REASONING_END: "ordered",
  TOOL_CALL_START: "ordered",
  TOOL_CALL_ARGS: "toolCalls",
  TOOL_CALL_END: "ordered",
  TOOL_CALL_RESULT: "ordered",
  ACTIVITY_SNAPSHOT: "ordered",
  ACTIVITY_DELTA: "delta",
  STATE_DELTA: "delta",
};

type StreamKind = "text" | "reasoning" | "toolCalls";

/** Returns the tracking entry of the stream that an event appends to. */
function streamOf(event: Event, kind: StreamKind, tracking: RunTracking): StreamEntry | undefined {
  // Each event with a kind has one of the ids.
  const { messageId = "", toolCallId = messageId, subagentRunId } = event as StreamFields;
  const entries = tracking[kind];
  return getOwn(entries, findKey(entries, toolCallId, subagentRunId));
}

type StreamFields = Readonly<Partial<Record<"messageId" | "toolCallId" | "subagentRunId", string>>>;

/** Records that an event starts or ends its stream. */
function markStream(isOpenById: Map<unknown, boolean>, event: Event): void {
  if (/_(START|END)$/.test(event.type)) isOpenById.set(idOf(event), event.type.endsWith("START"));
}

/** Returns the id of the stream of an event. */
function idOf({ toolCallId, messageId }: Event & UnknownRecord): unknown {
  return toolCallId ?? messageId;
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

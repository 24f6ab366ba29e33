import type { Event, EventName } from "../../protocol/events.ts";
import type { UnknownRecord } from "../../protocol/isRecord.ts";
import { findKey } from "../../reducer/events/identity/streamKeys.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { ContentKind, RunTracking, StreamEntry } from "../../reducer/runTracking.ts";

/** Events that are applied together when the snapshot is read: each application copies the records that change. */
interface EventBuffer {
  readonly isEmpty: boolean;
  /**
   * Adds an event. A delta that continues the last one of an open stream is merged into it.
   *
   * @param at - Time of arrival, used when the event has no timestamp.
   * @param tracking - The streams that were open before the buffered events.
   */
  addEvent(event: Event & UnknownRecord, at: number, tracking: RunTracking): void;
  /** Returns the events and empties the buffer. */
  drainEvents(): Event[];
}

/** Creates the buffer of a run. */
export function createEventBuffer(): EventBuffer {
  /** Events in order up to the last one that is not a delta. */
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

  /** Moves the deltas to the events before the next one that is not a delta. */
  function closeDeltas(): void {
    for (const streamEvents of deltas.values()) ordered.push(...streamEvents);
    deltas.clear();
  }

  /** True for a patch, and for content of an open stream. Other content is an issue for each event. */
  function isMergeable(event: Event, tracking: RunTracking): boolean {
    const kind = MERGEABLE[event.type];
    if (!kind || kind === "patch") return kind === "patch";
    return isOpenById.get(idOf(event)) ?? streamOf(event, kind, tracking)?.isOpen === true;
  }

  return {
    get isEmpty() {
      return ordered.length + deltas.size === 0;
    },
    addEvent(event, at, tracking) {
      if (isMergeable(event, tracking)) addDelta(event, at);
      else {
        closeDeltas();
        ordered.push(withTimestamp(event, at));
        markStream(isOpenById, event);
      }
    },
    drainEvents() {
      closeDeltas();
      const events = ordered;
      ordered = [];
      isOpenById.clear();
      return events;
    },
  };
}

/**
 * The events that may be merged: patches, and content with the kind of its stream. A table, because a pattern for each
 * delta would cost more than its reduction.
 */
const MERGEABLE: Partial<Record<EventName, "patch" | ContentKind>> = {
  TEXT_MESSAGE_CONTENT: "text",
  REASONING_MESSAGE_CONTENT: "reasoning",
  TOOL_CALL_ARGS: "toolCalls",
  ACTIVITY_DELTA: "patch",
  STATE_DELTA: "patch",
};

/** Returns the tracking entry of the stream that an event appends to. */
function streamOf(event: Event, kind: ContentKind, tracking: RunTracking): StreamEntry | undefined {
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

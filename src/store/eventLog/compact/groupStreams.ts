import type { Event, EventName } from "../../../protocol/events.ts";
import { isStateEvent, stateAfter } from "./compactState.ts";

/** Effect of an event on the streams of text, reasoning and tool arguments that are open. */
const EFFECTS: Partial<Record<EventName, "opens" | "continues" | "ends">> = {
  TEXT_MESSAGE_START: "opens",
  TEXT_MESSAGE_CONTENT: "continues",
  TEXT_MESSAGE_END: "ends",
  REASONING_MESSAGE_START: "opens",
  REASONING_MESSAGE_CONTENT: "continues",
  REASONING_MESSAGE_END: "ends",
  TOOL_CALL_START: "opens",
  TOOL_CALL_ARGS: "continues",
  TOOL_CALL_END: "ends",
};

/**
 * Moves events that do not depend on streams after the streams that they interrupt: RAW and CUSTOM, and
 * events of the shared state where no tool call streams, whose arguments may predict the state. A text or
 * reasoning that only such events divide becomes one stream:
 *
 * ```text
 * START m   "a"   CUSTOM   "b"   END m                     → START m   "a"   "b"   END m   CUSTOM
 * START m   "a"   END m   CUSTOM   START m   "b"   END m   → START m   "a"   "b"   END m   CUSTOM
 * ```
 *
 * @param state - The state before the first event.
 * @see https://docs.ag-ui.com/sdk/js/client/compaction
 */
export function groupStreams(events: readonly Event[], state: unknown): Event[] {
  const grouped: Event[] = [];
  const openKeys = new Set<string>();
  /** The start events of the streams of a run, by key; `undefined` for a stream whose starts differ. */
  const starts = new Map<string, Event | undefined>();
  /** Index in `grouped` of the end of each stream that may be reopened: only independent events came since. */
  const endIndexes = new Map<string, number>();
  let deferred: Event[] = [];
  let current = { state };
  const flushDeferred = () => {
    for (const event of deferred) grouped.push(event);
    deferred = [];
  };
  const isDeferrable = (event: Event) => {
    if (!isStateEvent(event)) return isIndependent(event);
    const after = stateAfter(event, current.state);
    current = after ?? current;
    const hasOpenCall = [...openKeys].some((key) => key.startsWith("TOOL_CALL"));
    // A patch that fails is a fault.
    return after !== undefined && !hasOpenCall;
  };

  for (const event of events) {
    if (isDeferrable(event)) {
      (openKeys.size > 0 ? deferred : grouped).push(event);
      continue;
    }
    const effect = EFFECTS[event.type];
    const key = kindAndIdOf(event);
    const start = starts.get(key);
    const isRepeated = start !== undefined && repeatsFields(event, start);
    const endIndex = effect === "opens" ? endIndexes.get(key) : undefined;
    endIndexes.clear();
    if (endIndex !== undefined && isRepeated) {
      // Reopens the stream: removes its end and this start, and defers the events between the two.
      openKeys.add(key);
      deferred.unshift(...grouped.splice(endIndex).slice(1));
      continue;
    }
    const isOfOpenStream = openKeys.has(key) && (effect === "continues" || effect === "ends");
    // A deferred event moves neither past the start of a stream nor past a fault: issues keep their order.
    if (!isOfOpenStream) flushDeferred();
    // A run continues no stream of the previous one.
    if (event.type === "RUN_STARTED") openKeys.clear();
    if (event.type.startsWith("RUN_")) starts.clear();
    if (effect === "opens") {
      if (!isRepeated) starts.set(key, starts.has(key) ? undefined : event);
      openKeys.add(key);
    } else if (effect && !start) starts.set(key, undefined);
    const isEnd = effect === "ends" && openKeys.delete(key);
    if (isEnd && isRepeated && event.type !== "TOOL_CALL_END") endIndexes.set(key, grouped.length);
    grouped.push(event);
    if (openKeys.size === 0) flushDeferred();
  }
  flushDeferred();
  return grouped;
}

/** True for an event that neither depends on streams nor on the state. */
export function isIndependent(event: Event): boolean {
  // Predictions read the arguments of the calls that stream after the event.
  return event.type === "RAW" || (event.type === "CUSTOM" && event.name !== "PredictState");
}

/** True for an event whose fields, besides type, time and `rawEvent`, have the same values in the start; false for an empty field. */
function repeatsFields(event: Event, start: Event): boolean {
  const { type: _, timestamp: __, rawEvent: ___, ...fields } = event;
  return Object.entries(fields).every(
    ([field, value]) => value !== "" && value === Reflect.get(start, field),
  );
}

/** Returns the key of a stream. Events may carry the id of another kind of stream beside their own. */
function kindAndIdOf(event: Event): string {
  // Each event with an effect has one of these fields.
  const { messageId, toolCallId } = event as Partial<Record<"messageId" | "toolCallId", string>>;
  const kind = event.type.slice(0, event.type.lastIndexOf("_"));
  return `${kind} ${kind === "TOOL_CALL" ? toolCallId : messageId}`;
}

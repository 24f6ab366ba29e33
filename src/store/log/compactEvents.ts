import type { Event } from "../../protocol/events.ts";
import { foldState } from "./foldState.ts";
import { mergeDeltas } from "./mergeDeltas.ts";

/** What {@link compactEvents} takes beside the events. */
export interface CompactOptions {
  /** The shared state before the first event. @defaultValue `{}` */
  readonly state?: unknown;
}

/**
 * Makes a stream of canonical events shorter that says the same: deltas of texts, thoughts and tool
 * arguments are merged, what a run says of the state in a row is folded, and `input.messages` keep only
 * what no run before has had. Reducing it gives the same snapshot, but for the times of what is merged.
 *
 * What agents add as `rawEvent` to what is merged is dropped.
 *
 * @example Storing a recorded stream
 * ```ts
 * await file.write(JSON.stringify(compactEvents(events)));
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function compactEvents(
  events: readonly Event[],
  { state = {} }: CompactOptions = {},
): Event[] {
  return foldState(mergeDeltas(withoutKnownMessages(events)), state);
}

function withoutKnownMessages(events: readonly Event[]): readonly Event[] {
  const known = new Set<string>();
  return events.map((event) => {
    if (event.type !== "RUN_STARTED" || !event.input) return event;
    const messages = event.input.messages.filter(({ id }) => !known.has(id));
    for (const { id } of messages) known.add(id);
    return messages.length === event.input.messages.length
      ? event
      : { ...event, input: { ...event.input, messages } };
  });
}

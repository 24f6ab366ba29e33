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

/** Leaves out of every input what an input before it has told in the same words. */
function withoutKnownMessages(events: readonly Event[]): readonly Event[] {
  const known = new Map<string, string>();
  return events.map((event) => {
    // It may leave out what was known.
    if (event.type === "MESSAGES_SNAPSHOT") known.clear();
    if (event.type !== "RUN_STARTED" || !event.input) return event;
    const told = event.input.messages.map((message) => [message, JSON.stringify(message)] as const);
    const news = told.filter(([{ id }, text]) => id === "" || known.get(id) !== text);
    for (const [{ id }, text] of news) known.set(id, text);
    const messages = news.map(([message]) => message);
    return news.length === told.length ? event : { ...event, input: { ...event.input, messages } };
  });
}

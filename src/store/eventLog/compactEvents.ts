import type { Event, Message } from "../../protocol/events.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { compactStateEvents } from "./compactState.ts";
import { readAction } from "./entries.ts";
import { mergeDeltas } from "./mergeDeltas.ts";

/** Options of {@link compactEvents}. */
export interface CompactOptions {
  /** Shared state before the first event. @defaultValue `{}` */
  readonly state?: unknown;
  /** Conversation before the first event. @defaultValue `[]` */
  readonly messages?: readonly Message[];
}

/**
 * Shortens a stream of canonical events, of one or several runs, without changing its meaning: deltas of text,
 * reasoning and tool arguments are merged, consecutive state events are combined, and `input.messages` keep
 * only messages that are new. Reducing the result gives the same snapshot, except for the timestamps of merged
 * events.
 *
 * The `rawEvent` of merged events is dropped, and so are messages in an input that the conversation already
 * has, because reducers ignore them.
 *
 * @example Storing a recorded stream
 * ```ts
 * await file.write(JSON.stringify(compactEvents(events)));
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function compactEvents(
  events: readonly Event[],
  { state = {}, messages = [] }: CompactOptions = {},
): Event[] {
  const before = createSnapshot({ threadId: "", messages, state });
  return compactStateEvents(mergeDeltas(withoutKnownMessages(events, before)), state);
}

/** Removes from every input the messages that the conversation has by then. */
function withoutKnownMessages(events: readonly Event[], before: Snapshot): readonly Event[] {
  // The log of a thread leaves known messages out already, and the positions of its entries must not change.
  if (events.some(readAction)) return events;
  const starts = events.flatMap(({ type }, index) => (type === "RUN_STARTED" ? [index] : []));
  if (starts.length === 0) return events;
  let snapshot = before;
  const runs = [0, ...starts].map((start, i) => events.slice(start, starts[i]));
  return runs.flatMap((run) => {
    const [start, ...rest] = run;
    const shortened = start && withoutKnown(start, rest, snapshot);
    snapshot = reduceEvents(snapshot, run);
    return shortened ? [shortened, ...rest] : [];
  });
}

/**
 * Returns the start of a run without the messages that a conversation has, except those that the run continues.
 *
 * @param rest - The events up to the start of the next run.
 */
function withoutKnown(start: Event, rest: readonly Event[], { messages }: Snapshot): Event {
  if (start.type !== "RUN_STARTED" || !start.input) return start;
  if (start.input.messages.length === 0) return start;
  const continuedIds = idsIn(rest);
  const isNeeded = (message: Message) =>
    findMessageIndex(messages, message.id) < 0 ||
    // The events of a sub-agent are matched by the ids in the input.
    [message.id, ...callsOf(message)].some((id) => continuedIds.has(id));
  return { ...start, input: { ...start.input, messages: start.input.messages.filter(isNeeded) } };
}

function idsIn(events: readonly Event[]): ReadonlySet<unknown> {
  return new Set(
    events.flatMap((event) => {
      // Each event type has some of these fields.
      const { messageId, toolCallId, parentMessageId, entityId } = event as Partial<
        Record<string, unknown>
      >;
      return [messageId, toolCallId, parentMessageId, entityId];
    }),
  );
}

function callsOf(message: Message): readonly string[] {
  return message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [];
}

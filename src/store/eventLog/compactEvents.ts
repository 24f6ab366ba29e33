import type { Event, Message } from "../../protocol/events.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { compactStateEvents } from "./compactState.ts";
import { readAction } from "./entries.ts";
import { mergeDeltas } from "./mergeDeltas.ts";

/** What {@link compactEvents} takes beside the events. */
export interface CompactOptions {
  /** The shared state before the first event. @defaultValue `{}` */
  readonly state?: unknown;
  /** The conversation before the first event. @defaultValue `[]` */
  readonly messages?: readonly Message[];
}

/**
 * Makes a stream of canonical events, of one run or of many, shorter that says the same: deltas of texts,
 * thoughts and tool arguments are merged, what a run says of the state in a row is folded, and
 * `input.messages` keep only those that no event before has told of. Reducing it gives the same snapshot,
 * but for the times of what is merged.
 *
 * What agents add as `rawEvent` to what is merged is dropped, and what an input tells of a message that is
 * there already, as nothing takes it from there.
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

/** Leaves out of every input what the conversation has by then. */
function withoutKnownMessages(events: readonly Event[], before: Snapshot): readonly Event[] {
  // The log of a thread has been written like that, and its positions count.
  if (events.some(readAction)) return events;
  const starts = events.flatMap(({ type }, at) => (type === "RUN_STARTED" ? [at] : []));
  if (starts.length === 0) return events;
  let held = before;
  const runs = [0, ...starts].map((start, i) => events.slice(start, starts[i]));
  return runs.flatMap((run) => {
    const [start, ...rest] = run;
    const short = start && withoutKnown(start, rest, held);
    held = reduceEvents(held, run);
    return short ? [short, ...rest] : [];
  });
}

/** @param rest - The events between that and the next start of a run. */
function withoutKnown(start: Event, rest: readonly Event[], { messages }: Snapshot): Event {
  if (start.type !== "RUN_STARTED" || !start.input) return start;
  if (start.input.messages.length === 0) return start;
  const goneOnWith = idsIn(rest);
  const isNews = (message: Message) =>
    findMessageIndex(messages, message.id) < 0 ||
    // An event of another sub-agent that goes on with it is found out by that.
    [message.id, ...callsOf(message)].some((id) => goneOnWith.has(id));
  return { ...start, input: { ...start.input, messages: start.input.messages.filter(isNews) } };
}

function idsIn(events: readonly Event[]): ReadonlySet<unknown> {
  return new Set(
    events.flatMap((event) => {
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

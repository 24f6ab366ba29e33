import { createCanonicalizer } from "../../../protocol/canonicalizer.ts";
import type { Event, EventInput, Message } from "../../../protocol/events.ts";
import { createSnapshot } from "../../../reducer/createSnapshot.ts";
import { serverCallIdsOf } from "../../../reducer/events/messagesSnapshot/comparedContent.ts";
import { isReworded, repeatedMessages } from "../../../reducer/events/runInput.ts";
import { reduceEvents } from "../../../reducer/reduceEvents.ts";
import { serverIdOf } from "../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { readAction } from "../logEntries.ts";
import { mergeDeltas } from "../mergeDeltas.ts";
import { compactStateEvents } from "./compactState.ts";
import { groupStreams } from "./groupStreams.ts";
import { joinCalls } from "./joinCalls.ts";
import { summarizeOpening } from "./summarizeOpening.ts";

/** Options of {@link compactEvents}. */
export interface CompactOptions {
  /** Shared state before the first event. @defaultValue `{}` */
  readonly state?: unknown;
  /** Conversation before the first event. @defaultValue `[]` */
  readonly messages?: readonly Message[];
}

/**
 * Shortens a stream of events, of one or several runs, without changing its meaning. Compacting the result
 * again changes nothing.
 *
 * - Deltas of a text, of reasoning and of tool arguments become one. RAW, CUSTOM and state events between
 *   them follow the stream that they interrupted. So do the events of parallel calls.
 * - Chunks become start, content and end; older spellings become those of AG-UI 1.0.
 * - Consecutive state events become one: a STATE_SNAPSHOT if one of them was a snapshot, else a STATE_DELTA.
 * - Complete messages and state before the first run become a MESSAGES_SNAPSHOT and a STATE_SNAPSHOT, unless
 *   other events are among them.
 * - `input.messages` has only messages that are new.
 *
 * Reducing the result gives the same snapshot, except for the timestamps of merged events, and the count and
 * order of their issues. The `rawEvent` of merged events is dropped.
 *
 * @example Storing a recorded stream
 * ```ts
 * await file.write(JSON.stringify(compactEvents(events)));
 * ```
 * @throws AgentKitError `malformed-stream` when more than ten values are not events
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function compactEvents(
  events: readonly EventInput[],
  { state = {}, messages = [] }: CompactOptions = {},
): Event[] {
  const canonical: Event[] = [];
  const canonicalizer = createCanonicalizer();
  for (const event of events) canonicalizer.pushValue(event, canonical);
  const before = createSnapshot({ threadId: "", messages, state });
  // The positions of the entries in the log of a thread must not change.
  const isLog = canonical.some(readAction);
  const scope = { isMergedOutsideRuns: !isLog };
  const arranged = isLog
    ? canonical
    : // A state event that is combined with a later one holds no other event in its stream.
      groupStreams(
        joinCalls(compactStateEvents(withoutKnownMessages(canonical, before), state, scope)),
        state,
      );
  // Deltas that only state events separate are adjacent once these are combined.
  const compacted = mergeDeltas(compactStateEvents(arranged, state, scope), scope);
  return isLog ? compacted : [...summarizeOpening(compacted, before, referencedIds)];
}

/** Removes from every input the messages that the conversation has by then. */
function withoutKnownMessages(events: readonly Event[], before: Snapshot): readonly Event[] {
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
  const echoed = start.input.messages;
  const repeated = repeatedMessages(messages, echoed);
  const added = echoed.filter((_, index) => !repeated[index]);
  const continuedIds = referencedIds(rest);
  const answeredIds = new Set(
    added.map((message) => message.role === "tool" && message.toolCallId),
  );
  // Messages with one id are matched by their order, so that all of them stay or none.
  const neededIds = new Set(
    echoed.flatMap((message, index) => {
      const existing = repeated[index];
      const isNeeded =
        !existing ||
        isReworded(existing, message) ||
        // The events of a sub-agent are matched by the ids in the input.
        [
          message.id,
          serverIdOf(existing),
          ...serverCallIdsOf(message),
          ...serverCallIdsOf(existing),
        ].some((id) => continuedIds.has(id)) ||
        // The results of calls are matched by the calls in the input.
        [...serverCallIdsOf(message), ...serverCallIdsOf(existing)].some((id) =>
          answeredIds.has(id),
        );
      return isNeeded ? [message.id] : [];
    }),
  );
  const needed = echoed.filter(({ id }) => neededIds.has(id));
  // A new message may look like a known one when those before it are gone.
  const isNew = (message: Message | undefined) => message === undefined;
  const newCount = repeatedMessages(messages, needed).filter(isNew).length;
  if (newCount !== added.length) return start;
  return { ...start, input: { ...start.input, messages: needed } };
}

function referencedIds(events: readonly Event[]): ReadonlySet<unknown> {
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

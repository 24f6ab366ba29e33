import type { Event, EventName, EventOf } from "../../../protocol/events.ts";
import { reduceEvents } from "../../../reducer/reduceEvents.ts";
import { isEqual } from "../../../reducer/replaceEqualDeep.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";

/** Types of the events that snapshots can replace. */
const SUMMARIZED: ReadonlySet<EventName> = new Set<EventName>([
  "TEXT_MESSAGE_START",
  "TEXT_MESSAGE_CONTENT",
  "TEXT_MESSAGE_END",
  "MESSAGES_SNAPSHOT",
  "STATE_SNAPSHOT",
  "STATE_DELTA",
]);

/**
 * Replaces complete messages and state before the first run by one MESSAGES_SNAPSHOT and one
 * STATE_SNAPSHOT. Returns the events unchanged when others are among them or when they have faults.
 * The same holds when the conversation has messages already, and when a later event continues one of these.
 *
 * @param before - The snapshot before the first event.
 * @param idsOf - Returns the ids that events name.
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function summarizeOpening(
  events: readonly Event[],
  before: Snapshot,
  idsOf: (events: readonly Event[]) => ReadonlySet<unknown>,
): readonly Event[] {
  const firstRun = events.findIndex(({ type }) => type === "RUN_STARTED");
  const opening = firstRun < 0 ? events : events.slice(0, firstRun);
  const rest = events.slice(opening.length);
  const isSummarized = opening.length > 0 && opening.every(({ type }) => SUMMARIZED.has(type));
  if (!isSummarized || before.messages.length > 0 || hasExtras(opening)) return events;
  const after = reduceEvents(before, opening);
  const summary = snapshotsOf(before, after);
  const laterIds = idsOf(rest);
  const isSame =
    // Snapshots do not repeat the faults of the events.
    after.issues.every(({ code }) => code === "outside-run") &&
    Object.values(after.tracking.text).every(({ isOpen }) => !isOpen) &&
    after.messages.every(({ id }) => !laterIds.has(id)) &&
    hasSameContent(reduceEvents(before, summary), after);
  return isSame ? [...summary, ...rest] : events;
}

/** True when an event carries data that no snapshot has. */
function hasExtras(opening: readonly Event[]): boolean {
  return opening.some(({ type, metadata }) => metadata !== undefined && !type.startsWith("TEXT_"));
}

function snapshotsOf(before: Snapshot, after: Snapshot): readonly Event[] {
  // The enum members of these names have these values.
  const messagesType = "MESSAGES_SNAPSHOT" as EventOf<"MESSAGES_SNAPSHOT">["type"];
  const stateType = "STATE_SNAPSHOT" as EventOf<"STATE_SNAPSHOT">["type"];
  const state: unknown = after.state;
  return [
    ...(after.messages.length > 0 ? [{ type: messagesType, messages: [...after.messages] }] : []),
    ...(isEqual(state, before.state) ? [] : [{ type: stateType, snapshot: state }]),
  ];
}

function hasSameContent(some: Snapshot, other: Snapshot): boolean {
  const keys = ["messages", "state", "toolCalls", "interrupts", "annotations", "timings"] as const;
  return keys.every((key) => isEqual(some[key], other[key]));
}

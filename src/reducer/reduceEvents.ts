import type { Event, EventName } from "../protocol/events.ts";
import { createReducer } from "./createReducer.ts";
import { activityHandlers } from "./events/activity.ts";
import { customHandlers } from "./events/custom.ts";
import { encryptedValueHandlers } from "./events/encryptedValue.ts";
import { messagesSnapshotHandlers } from "./events/messagesSnapshot.ts";
import { predictionHandlers } from "./events/predictState.ts";
import { reasoningHandlers } from "./events/reasoning.ts";
import { runFinishedHandlers } from "./events/runFinished.ts";
import { sharedStateHandlers } from "./events/sharedState.ts";
import { stateDeltaHandlers } from "./events/stateDelta.ts";
import { stepHandlers } from "./events/steps.ts";
import { subagentHandlers } from "./events/subagents.ts";
import { toolCallHandlers } from "./events/toolCalls.ts";
import { everydayHandlers } from "./everydayHandlers.ts";
import type { HandlersOf } from "./handlers.ts";
import type { Snapshot } from "./snapshot.ts";

/** One handler for each of the protocol's event types; a new type fails to compile without one. */
const HANDLERS: HandlersOf<EventName> = {
  ...everydayHandlers,
  ...toolCallHandlers,
  ...predictionHandlers,
  ...runFinishedHandlers,
  ...reasoningHandlers,
  ...messagesSnapshotHandlers,
  ...sharedStateHandlers,
  ...stateDeltaHandlers,
  ...activityHandlers,
  ...encryptedValueHandlers,
  ...stepHandlers,
  ...subagentHandlers,
  ...customHandlers,
};

const reduce = createReducer(HANDLERS);

/**
 * Applies a batch of canonical events to a snapshot: one copy of what changes, everything else
 * shared. It never throws and never touches the snapshot it is given; a batch that changes
 * nothing returns that same snapshot. What the events do wrong is in `issues` afterwards.
 *
 * Events as agents send them have to be made canonical first: see `canonicalEvents`.
 *
 * @example
 * ```ts
 * const next = reduceEvents(snapshot, [
 *   { type: "TEXT_MESSAGE_START", messageId: "m1" },
 *   { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
 * ]);
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function reduceEvents<TState>(
  snapshot: Snapshot<TState>,
  events: readonly Event[],
): Snapshot<TState> {
  return reduce(snapshot, events);
}

/** Applies one canonical event: `reduceEvents` with a batch of one. */
export function reduceEvent<TState>(snapshot: Snapshot<TState>, event: Event): Snapshot<TState> {
  return reduceEvents(snapshot, [event]);
}

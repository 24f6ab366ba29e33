import type { Event, EventName } from "../protocol/events.ts";
import { activityHandlers } from "./activity.ts";
import { createReducer } from "./createReducer.ts";
import { encryptedValueHandlers } from "./encryptedValue.ts";
import { runFinishedHandlers } from "./endings.ts";
import { everydayHandlers } from "./everydayHandlers.ts";
import type { HandlersOf } from "./handlers.ts";
import { messagesSnapshotHandlers } from "./messagesSnapshot.ts";
import { customHandlers } from "./passthrough.ts";
import { predictionHandlers } from "./predictions.ts";
import { reasoningHandlers } from "./reasoning.ts";
import { sharedStateHandlers } from "./sharedState.ts";
import type { Snapshot } from "./snapshot.ts";
import { stateDeltaHandlers } from "./stateDelta.ts";
import { stepHandlers } from "./steps.ts";
import { subagentHandlers } from "./subagents.ts";
import { toolCallHandlers } from "./toolCalls.ts";

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

import { type Event, EventType } from "../protocol/events.ts";
import { META_EVENT_NAME } from "../protocol/legacy/meta.ts";
import { activityHandlers } from "./activity.ts";
import { Draft } from "./draft.ts";
import type { Handler, HandlersOf } from "./handlers.ts";
import { messagesSnapshotHandlers } from "./messagesSnapshot.ts";
import { passthroughHandlers } from "./passthrough.ts";
import { reasoningHandlers } from "./reasoning.ts";
import { runHandlers } from "./run.ts";
import { sharedStateHandlers } from "./sharedState.ts";
import type { Snapshot } from "./snapshot.ts";
import { stepHandlers } from "./steps.ts";
import { subagentHandlers } from "./subagents.ts";
import { textHandlers } from "./text.ts";
import { toolCallHandlers } from "./toolCalls.ts";

/** One handler for each of the protocol's event types; a new type fails to compile without one. */
const HANDLERS: HandlersOf<EventType> = {
  ...runHandlers,
  ...stepHandlers,
  ...textHandlers,
  ...toolCallHandlers,
  ...reasoningHandlers,
  ...activityHandlers,
  ...sharedStateHandlers,
  ...messagesSnapshotHandlers,
  ...subagentHandlers,
  ...passthroughHandlers,
};

/** Reports an event outside a run. It is applied all the same. */
function checkPhase(draft: Draft, event: Event): void {
  const { phase } = draft.ledger;
  if (phase === "active" || event.type === EventType.RUN_STARTED) return;
  if (event.type === EventType.RUN_ERROR && phase !== "errored") return;
  // The META draft is independent of runs.
  if (event.type === EventType.CUSTOM && event.name === META_EVENT_NAME) return;
  const when = phase === "none" ? "before RUN_STARTED" : "after the run had ended";
  draft.report({
    code: "outside-run",
    severity: "violation",
    message: `${event.type} arrived ${when}; it was applied.`,
  });
}

function apply<T extends EventType>(draft: Draft, event: Extract<Event, { type: T }>): void {
  // The table has the handler of exactly this event's type under its name.
  const handle = HANDLERS[event.type as T] as unknown as Handler<T> | undefined;
  if (!handle) return;
  draft.begin(event);
  checkPhase(draft, event);
  handle(draft, event);
}

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
 *   { type: EventType.TEXT_MESSAGE_START, messageId: "m1" },
 *   { type: EventType.TEXT_MESSAGE_CONTENT, messageId: "m1", delta: "Hello" },
 * ]);
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function reduceEvents<TState>(
  snapshot: Snapshot<TState>,
  events: readonly Event[],
): Snapshot<TState> {
  const draft = new Draft(snapshot);
  for (const event of events) apply(draft, event);
  // What the agent makes of the state is its own word; the type is the program's expectation.
  return draft.commit() as Snapshot<TState>;
}

/** Applies one canonical event: `reduceEvents` with a batch of one. */
export function reduceEvent<TState>(snapshot: Snapshot<TState>, event: Event): Snapshot<TState> {
  return reduceEvents(snapshot, [event]);
}

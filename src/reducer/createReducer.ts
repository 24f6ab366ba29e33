import type { Event, EventName } from "../protocol/events.ts";
import { outsideRun } from "../protocol/issueCodes.ts";
import { META_EVENT_NAME } from "../protocol/legacy/constants.ts";
import { Draft } from "./draft.ts";
import type { Handler, HandlersOf } from "./handlers.ts";
import type { Snapshot } from "./snapshot.ts";

/** Applies a batch of canonical events to a snapshot. */
export type ReduceEvents = <TState>(
  snapshot: Snapshot<TState>,
  events: readonly Event[],
) => Snapshot<TState>;

/** Reports an event outside a run. It is applied all the same. */
function checkPhase(draft: Draft, event: Event): void {
  const { phase } = draft.tracking;
  if (phase === "active" || event.type === "RUN_STARTED") return;
  if (event.type === "RUN_ERROR" && phase !== "errored") return;
  // The META draft is independent of runs.
  if (event.type === "CUSTOM" && event.name === META_EVENT_NAME) return;
  draft.report(outsideRun);
}

/** Makes a reducer of handlers. An event without one changes nothing. */
export function createReducer(handlers: Partial<HandlersOf<EventName>>): ReduceEvents {
  function apply<T extends EventName>(draft: Draft, event: Extract<Event, { type: T }>): void {
    // The table has the handler of exactly this event's type under its name.
    const handle = handlers[event.type as T] as unknown as Handler<T> | undefined;
    if (!handle) return;
    draft.begin(event);
    checkPhase(draft, event);
    handle(draft, event);
  }

  return <TState>(snapshot: Snapshot<TState>, events: readonly Event[]) => {
    const draft = new Draft(snapshot);
    for (const event of events) apply(draft, event);
    // What the agent makes of the state is its own word; the type is the program's expectation.
    return draft.commit() as Snapshot<TState>;
  };
}

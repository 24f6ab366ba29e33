import type { Event, EventName, EventOf } from "../protocol/events.ts";
import { outsideRun } from "../protocol/issueCodes.ts";
import { META_EVENT_NAME } from "../protocol/legacy/reservedNames.ts";
import { withState } from "../protocol/withState.ts";
import { activityHandlers } from "./events/activity.ts";
import { customHandlers } from "./events/custom.ts";
import { encryptedValueHandlers } from "./events/encryptedValue.ts";
import { withSubagentId } from "./events/identity/subagentIds.ts";
import { messagesSnapshotHandlers } from "./events/messagesSnapshot.ts";
import { reasoningHandlers } from "./events/reasoning.ts";
import { runHandlers } from "./events/run.ts";
import { sharedStateHandlers } from "./events/sharedState.ts";
import { stepHandlers } from "./events/steps.ts";
import { subagentHandlers } from "./events/subagents.ts";
import { textHandlers } from "./events/text.ts";
import { toolCallHandlers } from "./events/toolCalls.ts";
import type { Handler, HandlersOf } from "./handlers.ts";
import { isReopened } from "./runPhase.ts";
import type { Snapshot } from "./snapshot.ts";
import { SnapshotDraft } from "./snapshotDraft.ts";

/** The handler of each event type of the protocol; a new type fails to compile without one. */
const handlers: HandlersOf<EventName> = {
  ...runHandlers,
  ...messagesSnapshotHandlers,
  ...textHandlers,
  ...toolCallHandlers,
  ...reasoningHandlers,
  ...sharedStateHandlers,
  ...activityHandlers,
  ...encryptedValueHandlers,
  ...stepHandlers,
  ...subagentHandlers,
  ...customHandlers,
  // Listeners receive RAW events; a snapshot does not hold them.
  RAW() {},
};

/**
 * Applies a batch of canonical events to a snapshot: copies what changes once and shares everything
 * else. Never throws and never writes to `snapshot`; a batch that changes nothing returns `snapshot`
 * itself. Faults in the events are listed in `issues` of the result.
 *
 * Events as agents send them must be made canonical first: see `canonicalEvents`.
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
  const draft = new SnapshotDraft(snapshot);
  for (const event of events) applyEvent(draft, event);
  return withState<Snapshot, Snapshot<TState>>(draft.commit());
}

/**
 * Applies one canonical event: `reduceEvents` with a batch of one. The snapshot does not change; parts without a change
 * are shared with the new one. Each changed part is copied, so that a batch is cheaper than many events one by one.
 *
 * @example Following a stream event by event
 * ```ts
 * let snapshot = createSnapshot({ threadId: "t1" });
 * for (const event of events) snapshot = reduceEvent(snapshot, event);
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function reduceEvent<TState>(snapshot: Snapshot<TState>, event: Event): Snapshot<TState> {
  return reduceEvents(snapshot, [event]);
}

function applyEvent<T extends EventName>(draft: SnapshotDraft, event: EventOf<T>): void {
  // The enum of event types does not match the type parameter.
  const handle: Handler<T> | undefined = handlers[event.type as T];
  // A type that this version does not know changes nothing.
  if (!handle) return;
  draft.beginEvent(event);
  checkPhase(draft, event);
  handle(draft, withSubagentId(draft, event));
}

/** Reports an event outside a run, which is applied all the same. */
function checkPhase(draft: SnapshotDraft, event: Event): void {
  const { phase } = draft.tracking;
  const isInRun = phase === "active" && !isReopened(draft.snapshot);
  if (isInRun || event.type === "RUN_STARTED") return;
  if (event.type === "RUN_ERROR" && phase !== "errored") return;
  // The META draft is independent of runs.
  if (event.type === "CUSTOM" && event.name === META_EVENT_NAME) return;
  draft.report(outsideRun);
}

import { useEffect } from "react";
import type { Event, EventName, EventOf } from "../../protocol/events.ts";
import { useLatest } from "../internal/useLatest.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { createNewEventListeners } from "./newEventListeners.ts";

/** Options of {@link useAgentEvent}. The target selects another conversation than the nearest. */
export interface UseAgentEventOptions extends ThreadTarget {
  /**
   * Also passes events that a stream replays, and passes every event at once. Without it, events of a run with
   * a known id are deferred until they are recognized as new or replayed.
   *
   * @defaultValue false
   */
  readonly replay?: boolean | undefined;
}

/** Events to listen for: one type, several types, or those that a predicate accepts. */
type EventFilter = EventName | readonly EventName[] | ((event: Event) => boolean);

/**
 * Calls a function for every event of one type, of several types, or that a predicate accepts, as long as the
 * component is mounted.
 *
 * Events arrive in order and in canonical form (chunks expanded, legacy spellings converted), after the thread
 * has applied them and outside React's render. The listener may set state. The listener may be written
 * inline. An error it throws is reported and affects nothing else. It receives no events from before the mount
 * and, without `replay`, no replayed events: for earlier data, read the snapshot.
 *
 * @example A toast for every tool call
 * ```tsx
 * useAgentEvent("TOOL_CALL_START", ({ toolCallName }) => toast(`Using ${toolCallName}`));
 * ```
 * @example Several types, and a predicate
 * ```tsx
 * useAgentEvent(["RUN_FINISHED", "RUN_ERROR"], ({ type }) => track(type));
 * useAgentEvent((event) => "subagentRunId" in event, (event) => log(event));
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useAgentEvent<TName extends EventName>(
  type: TName | readonly TName[],
  listener: (event: EventOf<TName>) => void,
  options?: UseAgentEventOptions,
): void;
export function useAgentEvent<TEvent extends Event>(
  predicate: (event: Event) => event is TEvent,
  listener: (event: TEvent) => void,
  options?: UseAgentEventOptions,
): void;
export function useAgentEvent(
  predicate: (event: Event) => boolean,
  listener: (event: Event) => void,
  options?: UseAgentEventOptions,
): void;
export function useAgentEvent(
  filter: EventFilter,
  // The overloads type the event by the filter.
  listener: (event: never) => void,
  { replay = false, ...target }: UseAgentEventOptions = {},
): void {
  const thread = useThread(target);
  const latest = useLatest({ filter, listener, replay });
  useEffect(() => {
    // Both subscriptions stay active, so that changing `replay` misses no event.
    const listenWhen = (replay: boolean) => (event: Event) => {
      const { filter, listener, replay: latestReplay } = latest.current;
      // The event matches the filter, from which the overloads of the hook derive the type of the listener.
      if (latestReplay === replay && passesFilter(event, filter)) listener(event as never);
    };
    const unsubscribeNew = thread.subscribe(createNewEventListeners(thread, listenWhen(false)));
    const unsubscribeAll = thread.subscribe({ onEvent: listenWhen(true) });
    return () => {
      unsubscribeNew();
      unsubscribeAll();
    };
  }, [thread, latest]);
}

function passesFilter(event: Event, filter: EventFilter): boolean {
  if (typeof filter === "function") return filter(event);
  return typeof filter === "string" ? event.type === filter : filter.includes(event.type);
}

/**
 * Calls a function for every RAW event, with the unchanged `event` of the agent's framework and its `source`,
 * as long as the component is mounted. Otherwise like `useAgentEvent`.
 *
 * Prefer an AG-UI event where one exists: the content of RAW events depends on the framework's version.
 *
 * @example LangGraph's own events
 * ```tsx
 * useRawEvent(({ event, source }) => source === "langgraph" && console.debug(event));
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useRawEvent(
  listener: (event: Omit<EventOf<"RAW">, "event"> & { readonly event: unknown }) => void,
  options?: UseAgentEventOptions,
): void {
  useAgentEvent("RAW", listener, options);
}

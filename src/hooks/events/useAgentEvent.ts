import { useEffect } from "react";
import type { Event, EventName, EventOf } from "../../protocol/events.ts";
import { useLatest } from "../internal/useLatest.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { createReplayFilter } from "./replayFilter.ts";

/** The options of {@link useAgentEvent}, and which conversation it is about. */
export interface UseAgentEventOptions extends ThreadTarget {
  /**
   * Also tells of the events of a run that the thread has seen before and a stream tells again. Then
   * nothing is kept back either, as it is otherwise until it is known which of the two a run is whose
   * id was there before.
   *
   * @defaultValue false
   */
  readonly replay?: boolean | undefined;
}

/** Which events are meant: those of a type, of several types, or those a function picks. */
type WantedEvent = EventName | readonly EventName[] | ((event: Event) => boolean);

/**
 * Calls a function for every event of a type, of several types, or that a predicate picks, for as
 * long as the component is mounted.
 *
 * Events come in order, canonical (chunks are expanded, older spellings read), each after the thread
 * has taken it and outside of React's render, so the listener may set state. It may be written
 * inline. What it throws is reported and harms nobody. It hears what happens from when it is
 * mounted: not what the thread was loaded with, and not what is told again, unless `replay` says so.
 * Of data that arrived before, read the snapshot.
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
  wanted: WantedEvent,
  // The overloads say which events it gets.
  listener: (event: never) => void,
  { replay = false, ...target }: UseAgentEventOptions = {},
): void {
  const thread = useThread(target);
  const latest = useLatest({ wanted, listener, replay });
  useEffect(() => {
    const hear = (event: Event) => {
      const { wanted, listener } = latest.current;
      if (isWanted(event, wanted)) listener(event as never);
    };
    const hears = (all: boolean) => (event: Event) => {
      if (Boolean(latest.current.replay) === all) hear(event);
    };
    const fresh = thread.subscribe(createReplayFilter(thread, hears(false)));
    const every = thread.subscribe({ onEvent: hears(true) });
    return () => {
      fresh();
      every();
    };
  }, [thread, latest]);
}

function isWanted(event: Event, wanted: WantedEvent): boolean {
  if (typeof wanted === "function") return wanted(event);
  return typeof wanted === "string" ? event.type === wanted : wanted.includes(event.type);
}

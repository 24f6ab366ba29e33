import type { EventOf } from "../../protocol/events.ts";
import { type UseAgentEventOptions, useAgentEvent } from "./useAgentEvent.ts";

/**
 * Calls a function for every RAW event, with the `event` of the system behind the agent as it came
 * and the `source` it names, for as long as the component is mounted.
 *
 * Otherwise as `useAgentEvent`. What AG-UI has an event for is better read there: a RAW event is as
 * that system's version of the day writes it.
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

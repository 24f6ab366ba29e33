import type { EventOf } from "../../protocol/events.ts";
import { type UseAgentEventOptions, useAgentEvent } from "./useAgentEvent.ts";

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

import { createContext } from "react";
import type { AgentClient } from "../../store/client/types.ts";
import { useRequiredContext } from "./useRequiredContext.ts";

/** @internal */
export const ClientContext = createContext<AgentClient | undefined>(undefined);

/**
 * Returns the client of the nearest `AgentProvider`.
 *
 * Use it to reach other agents and threads. For the current conversation, `useThread` and `useAgentRun`
 * are shorter.
 *
 * @example List the names of the agents
 * ```tsx
 * const names = useClient().agentIds;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider`.
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function useClient(): AgentClient {
  return useRequiredContext(
    ClientContext,
    "useClient() cannot find a client, because there is no <AgentProvider> above this component. " +
      "Wrap it, for example in <AgentProvider agent={httpAgent({ url })}>.",
  );
}

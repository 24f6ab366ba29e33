import { createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../../store/client/types.ts";

/** @internal */
export const ClientContext = createContext<AgentClient | undefined>(undefined);

/**
 * Returns the client of the nearest `AgentProvider`.
 *
 * Use it to reach other agents and threads; for the conversation at hand, `useThread` and
 * `useAgentRun` are shorter.
 *
 * @example Naming the agents there are
 * ```tsx
 * const names = useClient().agentIds;
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider`.
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function useClient(): AgentClient {
  const client = useContext(ClientContext);
  if (client) return client;
  throw new AgentKitError(
    "missing-provider",
    "useClient() found no client, because there is no <AgentProvider> above this component. " +
      "Wrap it, for example in <AgentProvider agent={httpAgent({ url })}>.",
  );
}

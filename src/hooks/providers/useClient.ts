import { type Context, createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../../store/client/clientTypes.ts";

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

/**
 * @internal Returns the value of a context that a component above must provide.
 *
 * @param message - The error message: what is missing, and what to do.
 * @throws AgentKitError `missing-provider` when no component provides the context.
 */
export function useRequiredContext<T>(context: Context<T | undefined>, message: string): T {
  const value = useContext(context);
  if (value === undefined) throw new AgentKitError("missing-provider", message);
  return value;
}

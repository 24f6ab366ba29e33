import { useContext, useInsertionEffect, useState } from "react";
import type { ContextEntry } from "../../store/thread/threadOptions.ts";
import { useRegistry } from "../providers/useRegistry.ts";
import { ThreadContext } from "../providers/useThread.ts";

/**
 * Sends the agent a context entry with every run, as long as the component is mounted.
 *
 * Below a `ThreadProvider` the entry is sent for that thread only, else for all threads of the nearest
 * `AgentProvider`. With an `agentId` it is sent for all threads of that agent. Each run sends the latest value, which
 * may change on every render at no cost. A change caused by a tool call is sent with the follow-up run.
 *
 * @example The user's selection
 * ```tsx
 * useAgentContext({ description: "The rows the user has selected", value: selectedIds });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useAgentContext({ description, value, agentId }: ContextEntry): void {
  const registry = useRegistry();
  const thread = useContext(ThreadContext);
  const owner = (agentId === undefined && thread) || registry;
  const [live] = useState(() => ({ description, value, agentId }));
  // Runs before any effect, so that a run started in an effect already has the entry.
  useInsertionEffect(() => {
    Object.assign(live, { description, value, agentId });
  });
  useInsertionEffect(() => owner.addContext(live), [owner, live]);
}

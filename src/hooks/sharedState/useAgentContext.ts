import { useContext, useInsertionEffect, useState } from "react";
import type { ContextEntry } from "../../store/thread/threadOptions.ts";
import { ThreadContext } from "../providers/useThread.ts";
import { useHost } from "../renderers/useRegistries.ts";

/**
 * Tells the agent a fact with every run, for as long as the component is mounted.
 *
 * Below a `ThreadProvider` it goes to that thread alone, else to all threads of the nearest
 * `AgentProvider`; with an `agentId` to all threads of that agent. The latest value is sent; it may change with every render at no cost. What a
 * tool's answer changes in the page is told with the very run that follows the answer.
 *
 * @example What the person has selected
 * ```tsx
 * useAgentContext({ description: "The rows the person has selected", value: selectedIds });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useAgentContext({ description, value, agentId }: ContextEntry): void {
  const client = useHost();
  const thread = useContext(ThreadContext);
  const host = (agentId === undefined && thread) || client;
  const [live] = useState(() => ({ description, value, agentId }));
  // Before any effect, so that a run started in one is told already.
  useInsertionEffect(() => {
    Object.assign(live, { description, value, agentId });
  });
  useInsertionEffect(() => host.addContext(live), [host, live]);
}

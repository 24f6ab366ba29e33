import { makeClient } from "./makeClient.ts";
import type { AgentClient, AgentClientOptions } from "./types.ts";

/**
 * Makes a client: the owner of agents and of the threads with them. Give it `agent` for one agent,
 * or `agents` for several by name.
 *
 * @example Two agents
 * ```ts
 * const client = createAgentClient({
 *   agents: { support: httpAgent({ url: "/support" }), sales: httpAgent({ url: "/sales" }) },
 * });
 * await client.thread({ agentId: "sales" }).send("How much is it?");
 * ```
 * @throws AgentKitError `invalid-argument` when it is given no agent, or both `agent` and `agents`
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  return makeClient(options).client;
}

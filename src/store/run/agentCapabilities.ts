import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { toJsonValue } from "../../protocol/toJsonValue.ts";

/** Capabilities that agents have declared so far. */
const declared = new WeakMap<Agent, AgentCapabilities>();
/** Agents that a thread has queried. */
const queried = new WeakSet<Agent>();

/** Stores the capabilities of an agent for its next run. */
export function setCapabilities(agent: Agent, capabilities: AgentCapabilities | undefined): void {
  if (capabilities) declared.set(agent, capabilities);
  else declared.delete(agent);
}

/** Queries one agent; returns `undefined` when the agent has no `getCapabilities`, or it fails. */
export async function queryCapabilities(agent: Agent): Promise<AgentCapabilities | undefined> {
  try {
    // An agent that throws synchronously must not be queried again by the second mount of StrictMode.
    await undefined;
    // A server may respond with anything, whatever the type promises.
    const response = toJsonValue(await agent.getCapabilities?.(), () => {});
    return isRecord(response) ? response : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns false for an agent that is known to accept no tools of the client. An agent without known
 * capabilities is queried once; its run does not wait for the response.
 *
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function acceptsClientTools(agent: Agent): boolean {
  if (!declared.has(agent) && !queried.has(agent)) {
    queried.add(agent);
    void queryCapabilities(agent).then((response) => {
      if (response && !declared.has(agent)) setCapabilities(agent, response);
    });
  }
  const { supported, clientProvided } = declared.get(agent)?.tools ?? {};
  return supported !== false && clientProvided !== false;
}

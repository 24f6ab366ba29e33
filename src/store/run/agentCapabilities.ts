import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { toJsonValue } from "../../protocol/toJsonValue.ts";
import { waitAtMost } from "./abortable.ts";

/** Capabilities that agents have declared so far. */
const declared = new WeakMap<Agent, AgentCapabilities>();
/** Queries that have not been responded to. */
const pending = new WeakMap<Agent, Promise<AgentCapabilities | undefined>>();
/** Agents that have had their time to respond to a run. */
const queried = new WeakSet<Agent>();

/** Longest time that a run waits for the capabilities of its agent, in milliseconds. */
const LIMIT_MS = 2_000;

/** Stores the capabilities of an agent for its next run. */
export function setCapabilities(agent: Agent, capabilities: AgentCapabilities | undefined): void {
  if (capabilities) declared.set(agent, capabilities);
  else declared.delete(agent);
}

/**
 * Queries one agent; returns `undefined` when the agent has no `getCapabilities`, or it fails. Queries at the same time are one
 * query.
 */
export function queryCapabilities(agent: Agent): Promise<AgentCapabilities | undefined> {
  const query = pending.get(agent) ?? request(agent).finally(() => pending.delete(agent));
  pending.set(agent, query);
  return query;
}

async function request(agent: Agent): Promise<AgentCapabilities | undefined> {
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
 * Queries an agent whose capabilities no run has waited for. Resolves when they are known, at the latest after two seconds;
 * `undefined` when there is nothing to wait for.
 */
export function waitForCapabilities(agent: Agent): Promise<void> | undefined {
  if (!agent.getCapabilities || declared.has(agent) || queried.has(agent)) return undefined;
  const query = queryCapabilities(agent).then((response) => {
    // A response after the limit applies to the next run.
    if (response && !declared.has(agent)) setCapabilities(agent, response);
  });
  return waitAtMost(LIMIT_MS, query).then(() => {
    queried.add(agent);
  });
}

/**
 * Returns false for an agent that is known to accept no tools of the client.
 *
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function acceptsClientTools(agent: Agent): boolean {
  const { supported, clientProvided } = declared.get(agent)?.tools ?? {};
  return supported !== false && clientProvided !== false;
}

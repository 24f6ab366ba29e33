import { useSyncExternalStore } from "react";
import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { type ThreadTarget, useOptionalThread, useThread } from "../providers/useThread.ts";
import { type CapabilityCache, capabilityCacheOf } from "./capabilityCache.ts";

/**
 * Returns the capabilities that the thread's agent declares; `undefined` until they are known.
 *
 * The agent is queried once, when the first component needs the answer, and never during server rendering.
 * An agent without `getCapabilities`, or one that fails to answer, is not an error: its capabilities stay
 * unknown, and a component mounted later queries again. Anything the answer omits is unknown as well, not
 * absent; `useCapability` distinguishes the three cases. An answer is cached as long as the agent object
 * exists. Replace the object to query again; the old answer stays until the new one arrives. An agent written
 * inline is a new object on every render, and is queried at most once per run.
 *
 * @example The agent's own name
 * ```tsx
 * const name = useCapabilities()?.identity?.name ?? "Assistant";
 * ```
 * @param target - Selects another conversation than the nearest, and with it its agent.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function useCapabilities(target?: ThreadTarget): AgentCapabilities | undefined {
  return useCapabilitiesOf(useThread(target).agent);
}

/** @internal Like {@link useCapabilities}; returns `undefined` outside both providers instead of throwing. */
export function useOptionalCapabilities(): AgentCapabilities | undefined {
  return useCapabilitiesOf(useOptionalThread()?.agent);
}

function useCapabilitiesOf(agent: Agent | undefined): AgentCapabilities | undefined {
  const { subscribe, read } = agent ? capabilityCacheOf(agent) : EMPTY_CACHE;
  return useSyncExternalStore(subscribe, read, readNothing);
}

const readNothing = () => undefined;

const EMPTY_CACHE: CapabilityCache = { subscribe: () => () => {}, read: readNothing };

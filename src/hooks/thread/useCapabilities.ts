import { useSyncExternalStore } from "react";
import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { type ThreadTarget, useOptionalThread, useThread } from "../providers/useThread.ts";
import { type CapabilityCache, capabilityCacheOf } from "./capabilityCache.ts";

/**
 * Returns the capabilities that the thread's agent declares; `undefined` until they are known.
 *
 * The agent is queried once, when the first component needs the response, and never during server rendering.
 * An agent without `getCapabilities`, or one that fails to respond, is not an error: its capabilities stay
 * unknown, and a component mounted later queries again. Anything the response omits is unknown as well, not
 * absent; `useCapability` distinguishes the three cases. A response is cached as long as the agent object
 * exists. Replace the object to query again; the old response stays until the new one arrives. An agent written
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
  const { subscribe, readCapabilities } = agent ? capabilityCacheOf(agent) : EMPTY_CACHE;
  return useSyncExternalStore(subscribe, readCapabilities, readNothing);
}

const readNothing = () => undefined;

const EMPTY_CACHE: CapabilityCache = { subscribe: () => () => {}, readCapabilities: readNothing };

/** The state of one capability: declared as supported, declared as unsupported, or not declared. */
export type Capability = "yes" | "no" | "unknown";

/**
 * Returns whether the thread's agent supports a feature.
 *
 * `unknown` means that the agent has not answered yet, cannot be queried, or does not mention the feature.
 * Offer the feature in that case if trying it does no harm.
 *
 * @example A button for images, unless the agent declares that it cannot read them
 * ```tsx
 * const images = useCapability(({ multimodal }) => multimodal?.input?.image);
 * return images === "no" ? null : <AttachImage />;
 * ```
 * @param select - Picks a flag; `undefined` counts as unknown.
 * @param target - Selects another conversation than the nearest, and with it its agent.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function useCapability(
  select: (capabilities: AgentCapabilities) => boolean | undefined,
  target?: ThreadTarget,
): Capability {
  const capabilities = useCapabilities(target);
  const flag = capabilities && select(capabilities);
  if (flag === true) return "yes";
  return flag === false ? "no" : "unknown";
}

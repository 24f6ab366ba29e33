import type { AgentCapabilities } from "../../protocol/events.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useCapabilities } from "./useCapabilities.ts";

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

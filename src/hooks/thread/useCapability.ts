import type { AgentCapabilities } from "../../protocol/events.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useCapabilities } from "./useCapabilities.ts";

/** Whether an agent can do something, as far as it has said so. */
export type Capability = "yes" | "no" | "unknown";

/**
 * Says whether the thread's agent can do something. `unknown` covers what it has not answered yet,
 * has not mentioned, or was never asked: offer it then, if trying does no harm.
 *
 * @example A button for images, unless the agent says that it cannot read them
 * ```tsx
 * const images = useCapability(({ multimodal }) => multimodal?.input?.image);
 * return images === "no" ? null : <AttachImage />;
 * ```
 * @param select - Picks a flag; `undefined` is unknown.
 * @param target - Another conversation than the nearest, whose agent is meant.
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

import type { StepInfo } from "../../reducer/snapshot.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the named steps of the current or last run in the order in which they started. Steps of sub-agents
 * have a `subagentRunId`.
 *
 * Re-renders only when a step starts or ends.
 *
 * @example The current step
 * ```tsx
 * const step = useSteps().findLast(({ status }) => status === "running");
 * return step && <p>{step.name}</p>;
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export function useSteps(target?: ThreadTarget): readonly StepInfo[] {
  return useSnapshot((snapshot) => snapshot.steps, Object.is, target);
}

import type { StepInfo } from "../../reducer/snapshot.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the named steps of the run that goes on, or of the last one, in the order they started;
 * those of sub-agents carry their `subagentRunId`.
 *
 * Re-renders when a step starts or ends, and for no other reason.
 *
 * @example What the agent is at
 * ```tsx
 * const step = useSteps().findLast(({ status }) => status === "running");
 * return step && <p>{step.name}</p>;
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export function useSteps(target?: ThreadTarget): readonly StepInfo[] {
  return useSnapshot((snapshot) => snapshot.steps, Object.is, target);
}

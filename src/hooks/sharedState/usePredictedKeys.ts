import { haveSameItems } from "../../selectors/compareItems.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the keys of the shared state whose values are predicted from the streaming arguments of a tool call
 * (`PredictState`). The agent has not confirmed these values yet.
 *
 * @example A document that is being written
 * ```tsx
 * const isDraft = usePredictedKeys().includes("document");
 * <article aria-busy={isDraft}>{document}</article>
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function usePredictedKeys(target?: ThreadTarget): readonly string[] {
  return useSnapshot((snapshot) => snapshot.predictedKeys, haveSameItems, target);
}

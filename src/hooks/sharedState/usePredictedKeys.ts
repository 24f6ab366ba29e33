import { haveSameItems } from "../../selectors/haveSameItems.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns the keys of the shared state that show what the agent is about to make of them, while the
 * arguments of its tool call stream in (`PredictState`): what is under them is not real yet.
 *
 * @example A document that is being written
 * ```tsx
 * const isDraft = usePredictedKeys().includes("document");
 * <article aria-busy={isDraft}>{document}</article>
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function usePredictedKeys(target?: ThreadTarget): readonly string[] {
  return useSnapshot((snapshot) => snapshot.predictedKeys, haveSameItems, target);
}

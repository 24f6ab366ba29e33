import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { withoutPredictions } from "./predictions.ts";

/**
 * Computes the state that a program wants when it sets a value made of the published state: changes that
 * the agent has made since the last frame stay, and predictions are not taken for edits.
 *
 * @param published - The snapshot that was published last.
 * @param predicted - The latest snapshot with predictions.
 * @param current - The latest snapshot without predictions.
 */
export function desiredState(
  value: unknown,
  published: Snapshot,
  predicted: Snapshot,
  current: Snapshot,
): unknown {
  const mine = withoutPredictions(value, predicted, current);
  return threeWayMerge(
    { base: published.visibleState, mine, theirs: current.visibleState },
    { conflict: "rebase", path: [], lost: [] },
  );
}

import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { withoutPredictions } from "./predictions.ts";

/**
 * What the state is to be for somebody who has made a value of what they saw: what the agent has done to
 * it since the last frame stays, and a prediction that they saw is no wish of theirs.
 *
 * @param shown - What was published last.
 * @param newest - What would be published now.
 * @param real - The same without predictions.
 */
export function desiredState<TState>(
  made: TState,
  shown: Snapshot<TState>,
  newest: Snapshot<TState>,
  real: Snapshot<TState>,
): TState {
  const mine = withoutPredictions(made, newest, real);
  const wished = threeWayMerge(
    { base: shown.visibleState, mine, theirs: real.visibleState },
    { conflict: "rebase", path: [], lost: [] },
  );
  // Three states of one type make one of that type.
  return wished as TState;
}

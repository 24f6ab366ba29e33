import { assertJson } from "../../protocol/toJsonValue.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { editStateAsPatch } from "../../reducer/stateUpdates.ts";
import { runOnStateEdits } from "../queue/queue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { SetStateOptions, StateUpdater } from "../thread/threadOptions.ts";
import { withoutPredictions } from "./predictor.ts";

/** Snapshots that a state may have been made of. */
interface StateSources {
  /** The snapshot that was published last. */
  readonly published: Snapshot;
  /** The latest snapshot with predictions. */
  readonly predicted: Snapshot;
  /** The latest snapshot without predictions. */
  readonly current: Snapshot;
}

/**
 * Returns the state that an application wants when it sets a value made of the published state. Changes that the agent
 * has made since then stay. Predictions do not count as edits.
 */
function desiredState(value: unknown, { published, predicted, current }: StateSources): unknown {
  const mine = withoutPredictions(value, predicted, current);
  return threeWayMerge(
    { base: published.visibleState, mine, theirs: current.visibleState },
    { conflict: "rebase", path: [], droppedOperations: [] },
  );
}

/** Number of edits that can be undone. */
const MAX_UNDO = 500;

/** The state to set, and the snapshots that it may have been made of. */
interface StateChange {
  /** State, or a function of the visible state. */
  readonly next: unknown;
  /** Returns the snapshot that was published last. */
  readonly getPublished: () => Snapshot;
  /** Returns the latest snapshot with predictions. */
  readonly getPredicted: () => Snapshot;
}

/** Edits the shared state; see `Thread.setState`. */
export function setState(
  internals: ThreadInternals,
  { next, getPublished, getPredicted }: StateChange,
  options: SetStateOptions = {},
): void {
  checkArgument("options", options);
  const { run = false, conflict = internals.options.conflict } = options;
  const { getBaseSnapshot, undoStack, commit, now } = internals;
  const { visibleState } = getBaseSnapshot();
  const value =
    typeof next === "function"
      ? // JSON has no functions, so a function is an updater.
        (next as StateUpdater<unknown>)(visibleState)
      : desiredState(next, {
          published: getPublished(),
          predicted: getPredicted(),
          current: getBaseSnapshot(),
        });
  assertJson(value, "state", visibleState);
  if (!Object.is(value, visibleState)) {
    undoStack.push([visibleState, value, now()]);
    undoStack.splice(0, undoStack.length - MAX_UNDO);
    const edited = editStateAsPatch(getBaseSnapshot(), value, conflict);
    commit(edited, "now", { name: "state", conflict });
  }
  // Earlier edits may wait for a run even when this one changes nothing.
  if (run) runOnStateEdits(internals);
}

import { reportUncaught } from "../../protocol/runtime.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { findStopReason, isFullyAnswered } from "./stopConditions.ts";
import { waitForReactCommit } from "./waitForReactCommit.ts";

/** Runs the agent after an answer when no call or interrupt is open any more. */
export function continueWhenAnswered(internals: ThreadInternals): void {
  // During a turn, the tool loop continues by itself.
  if (internals.isBusy() || !isFullyAnswered(internals.getSnapshot())) return;
  const reason = findStopReason(internals);
  if (reason) {
    internals.commit(
      editRun(internals.getSnapshot(), { status: "idle", stopReason: reason }),
      "now",
    );
    return;
  }
  internals.turnState.automaticRuns++;
  internals.runAgain(waitForReactCommit()).catch(reportUncaught);
}

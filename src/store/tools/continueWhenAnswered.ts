import { editRun } from "../../reducer/toolUpdates.ts";
import { waitForReactCommit } from "../run/waitForCommit.ts";
import { reportUncaught } from "../thread/reportError.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isFullyAnswered, stopReason } from "./stopConditions.ts";

/** After an answer: runs the agent if it was the last one that was waited for. */
export function continueWhenAnswered(core: ThreadInternals): void {
  // While handlers still work, the turn they belong to goes on by itself.
  if (core.isBusy() || !isFullyAnswered(core.getSnapshot())) return;
  const reason = stopReason(core);
  if (reason) {
    core.commit(editRun(core.getSnapshot(), { status: "idle", stopReason: reason }), "now");
    return;
  }
  core.turnState.steps++;
  core.continueRun(waitForReactCommit()).catch(reportUncaught);
}

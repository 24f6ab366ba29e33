import { editRun } from "../reducer/turn.ts";
import { nextCommit } from "./nextCommit.ts";
import { reportFailure } from "./reportFailure.ts";
import type { ThreadCore } from "./threadCore.ts";
import { haltReason, isAnswered } from "./tools/halt.ts";

/** After an answer: runs the agent if it was the last one that was waited for. */
export function goOnWhenAnswered<TState>(core: ThreadCore<TState>): void {
  // While handlers still work, the turn they belong to goes on by itself.
  if (core.isBusy() || !isAnswered(core.getSnapshot())) return;
  const halt = haltReason(core);
  if (halt) {
    core.commit(editRun(core.getSnapshot(), { status: "idle", halt }), "now");
    return;
  }
  core.memory.steps++;
  core.goOn(nextCommit()).catch(reportFailure);
}

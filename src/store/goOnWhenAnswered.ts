import { editRun } from "../reducer/turn.ts";
import { reportFailure } from "./reportFailure.ts";
import type { ThreadCore } from "./threadCore.ts";
import { isAnswered, loopReason } from "./tools/takeCalls.ts";

/** After an answer: runs the agent if it was the last one that was waited for. */
export function goOnWhenAnswered<TState>(core: ThreadCore<TState>): void {
  // While handlers still work, the turn they belong to goes on by itself.
  if (core.isBusy() || !isAnswered(core.getSnapshot())) return;
  const { run, interrupts } = core.getSnapshot();
  // Whoever answers an interrupt wants the run to go on; answers to calls may come from a program.
  const halt = run.halt ?? (interrupts.length === 0 ? loopReason(core, core.memory) : undefined);
  if (halt) {
    core.commit(editRun(core.getSnapshot(), { status: "idle", halt }), "now");
    return;
  }
  core.memory.steps++;
  core.goOn().catch(reportFailure);
}

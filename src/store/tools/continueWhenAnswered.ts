import { yieldToMain } from "../../protocol/yieldToMain.ts";
import type { RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import { editRun } from "../../reducer/toolUpdates.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { ownCalls } from "./clientCalls.ts";
import { MAX_REPEATS } from "./repeatedCalls.ts";
import { INTERRUPTED } from "./toolResult.ts";

/** After an answer: runs the agent if it was the last one that was waited for. */
export function continueWhenAnswered(internals: ThreadInternals): void {
  // While handlers still work, the turn they belong to goes on by itself.
  if (internals.isBusy() || !isFullyAnswered(internals.getSnapshot())) return;
  const reason = stopReason(internals);
  if (reason) {
    internals.commit(
      editRun(internals.getSnapshot(), { status: "idle", stopReason: reason }),
      "now",
    );
    return;
  }
  internals.turnState.steps++;
  internals.continueRun(waitForReactCommit()).catch(reportUncaught);
}

/** Whether nobody is waited for any more: every call and every interrupt has its answer. */
export function isFullyAnswered({ run, interrupts }: Snapshot): boolean {
  return run.pendingToolCallIds.length === 0 && interrupts.every(({ answer }) => answer);
}

/** Why the agent is not to run again by itself, although nobody is waited for any more. */
export function stopReason(internals: ThreadInternals): RunStopReason | undefined {
  const { getSnapshot, maxSteps, turnState } = internals;
  if (wantsRest(getSnapshot())) return "follow-up";
  if (turnState.steps >= maxSteps) return "max-steps";
  const isRepeating = [...turnState.repeats.values()].some((count) => count >= MAX_REPEATS);
  return isRepeating ? "repeated-call" : undefined;
}

/** Whether a tool of the last run, or an answer to one, wanted the turn to end. */
function wantsRest(snapshot: Snapshot): boolean {
  // An agent that was interrupted waits for its answers, whatever a tool beside them wants.
  if (snapshot.interrupts.length > 0) return false;
  const calls = ownCalls(snapshot);
  // The agent hears of what failed or was declined, whatever the other calls of its turn want; not
  // of what a reload cut off, which the person may run again first.
  const hasNews = calls.some(
    ({ info: { status, followUp, error } }) =>
      followUp && (status === "failed" || status === "denied") && error !== INTERRUPTED,
  );
  return !hasNews && calls.some(({ info }) => info.followUp === false);
}

/** Tasks that a page may take: React renders in one, and may run effects in the next. */
const TASKS = 2;

/**
 * Waits until a page has shown what a tool or a person has just changed, so that the facts it tells
 * the agent in an effect of that go with the answer.
 */
export async function waitForReactCommit(): Promise<void> {
  for (let task = 0; task < TASKS; task++) await yieldToMain();
}

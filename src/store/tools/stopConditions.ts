import type { RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { ownCalls } from "./clientCalls.ts";
import { MAX_REPEATS } from "./repeatedCalls.ts";
import { INTERRUPTED } from "./toolResult.ts";

/** Whether nobody is waited for any more: every call and every interrupt has its answer. */
export function isFullyAnswered({ run, interrupts }: Snapshot): boolean {
  return run.pendingToolCallIds.length === 0 && interrupts.every(({ answer }) => answer);
}

/** Why the agent is not to run again by itself, although nobody is waited for any more. */
export function stopReason(core: ThreadInternals): RunStopReason | undefined {
  const { getSnapshot, maxSteps, turnState } = core;
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

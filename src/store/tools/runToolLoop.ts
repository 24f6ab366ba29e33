import type { Snapshot } from "../../reducer/snapshot.ts";
import { waitForReactCommit } from "../run/continueWhenAnswered.ts";
import { executeRun } from "../run/executeRun.ts";
import { isFullyAnswered } from "../run/stopConditions.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { endToolCalls, executeToolCalls } from "./executeToolCalls.ts";

/**
 * Executes the tool calls of this tab and runs the agent again, until no call is left that this tab
 * can execute by itself.
 *
 * @param first - Result of the run that made the first calls.
 */
export async function runToolLoop(context: RunContext, first: RunResult): Promise<RunResult> {
  const { getBaseSnapshot } = context;
  const addedIds = new Set(first.newMessages.map(({ id }) => id));
  let lastResult = first;
  while (getBaseSnapshot().run.status === "executing") {
    const knownIds = new Set(getBaseSnapshot().messages.map(({ id }) => id));
    const mustRunAgain = (await executeToolCalls(context)) && (await canStillRun(context));
    for (const { id } of getBaseSnapshot().messages) if (!knownIds.has(id)) addedIds.add(id);
    if (!mustRunAgain) {
      // The snapshot may belong to a later run: a listener may have started one when this turn
      // ended.
      if (context.signal.aborted) lastResult = { ...lastResult, outcome: "cancelled" };
      break;
    }
    lastResult = await executeRun(nextRunContext(context, getBaseSnapshot()));
    for (const { id } of lastResult.newMessages) addedIds.add(id);
  }
  return {
    ...lastResult,
    newMessages: getBaseSnapshot().messages.filter(({ id }) => addedIds.has(id)),
  };
}

/**
 * Waits until React has rendered the results. Ends the turn when the user has taken an answer back meanwhile: the run would
 * cancel the interrupt.
 *
 * @returns True when the agent must still run.
 */
async function canStillRun(context: RunContext): Promise<boolean> {
  await waitForReactCommit();
  if (isFullyAnswered(context.getBaseSnapshot())) return true;
  endToolCalls(context);
  return false;
}

/**
 * Returns the context of the next run of a turn. It lacks dropped messages, the ids of the first run, and `resume`,
 * whose answers are in the snapshot.
 */
function nextRunContext(context: RunContext, from: Snapshot): RunContext {
  const { resume: _, runId: __, parentRunId: ___, ...parameters } = context.parameters;
  return { ...context, from, droppedIds: [], parameters };
}

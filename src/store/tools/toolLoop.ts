import type { Snapshot } from "../../reducer/snapshot.ts";
import { executeRun } from "../run/executeRun.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { waitForReactCommit } from "./continueWhenAnswered.ts";
import { executeToolCalls } from "./executeToolCalls.ts";

/**
 * Executes the tool calls of this tab and runs the agent again, until no call is left that this tab
 * can execute by itself.
 *
 * @param first - Result of the run that made the first calls.
 */
export async function runToolLoop(context: RunContext, first: RunResult): Promise<RunResult> {
  const { getSnapshot } = context;
  const added = new Set(first.newMessages.map(({ id }) => id));
  let last = first;
  while (getSnapshot().run.status === "executing") {
    const known = new Set(getSnapshot().messages.map(({ id }) => id));
    const goesOn = await executeToolCalls(context);
    for (const { id } of getSnapshot().messages) if (!known.has(id)) added.add(id);
    if (!goesOn) {
      // The snapshot may belong to a later run: a listener may have started one when this turn
      // ended.
      if (context.signal.aborted) last = { ...last, outcome: "cancelled" };
      break;
    }
    await waitForReactCommit();
    last = await executeRun(followUp(context, getSnapshot()));
    for (const { id } of last.newMessages) added.add(id);
  }
  return { ...last, newMessages: getSnapshot().messages.filter(({ id }) => added.has(id)) };
}

/**
 * Returns the context of the next run of a turn: without dropped messages, and without `resume`,
 * whose answers are in the snapshot.
 */
function followUp(context: RunContext, from: Snapshot): RunContext {
  const { resume: _, ...parameters } = context.parameters;
  return { ...context, from, droppedIds: [], parameters };
}

import type { Snapshot } from "../../reducer/snapshot.ts";
import { executeRun } from "../run/executeRun.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { waitForReactCommit } from "./continueWhenAnswered.ts";
import { executeToolCalls } from "./executeToolCalls.ts";

/**
 * Answers the tool calls that are the page's and runs the agent again, until there is nothing left
 * that the page could do by itself.
 *
 * @param first - What the run has come to that left calls for the page.
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
      // Not what the snapshot says: whoever heard that the thread rests may have run it again.
      if (context.signal.aborted) last = { ...last, outcome: "cancelled" };
      break;
    }
    await waitForReactCommit();
    last = await executeRun(followUp(context, getSnapshot()));
    for (const { id } of last.newMessages) added.add(id);
  }
  return { ...last, newMessages: getSnapshot().messages.filter(({ id }) => added.has(id)) };
}

/** The next run of a turn: as the first, on what there is now; interrupts keep their own answers. */
function followUp(context: RunContext, from: Snapshot): RunContext {
  const { resume: _, ...parameters } = context.parameters;
  return { ...context, from, droppedIds: [], parameters };
}

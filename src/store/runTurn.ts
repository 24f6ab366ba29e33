import { present } from "../protocol/present.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { loadPart } from "./loadPart.ts";
import type { RunContext } from "./runContext.ts";
import { describeFailure, errorOf } from "./runError.ts";
import { executeRun } from "./runLoop.ts";
import type { ThreadCore } from "./threadCore.ts";
import type { RunResult } from "./types.ts";

/** The tools that the page runs, loaded when the first is registered or called. */
export const loadTools = () => loadPart(() => import("./tools/toolRuntime.ts"));

/**
 * Runs an agent, answers the tool calls that are the page's, and runs it again, until there is
 * nothing left that the page could do by itself.
 *
 * @param isRun - Whether the agent runs first; otherwise its pending calls are answered first.
 */
export async function runTurn<TState>(
  core: ThreadCore<TState>,
  first: RunContext<TState>,
  isRun = true,
): Promise<RunResult> {
  const { getSnapshot } = core;
  const added = new Set<string>();
  const { result, outcome = "success" } = getSnapshot().run;
  let last: RunResult = { result, outcome, newMessages: [] };
  let isAgentsTurn = isRun;
  for (let context = first; ; context = followUp(context, getSnapshot())) {
    if (isAgentsTurn) {
      last = await executeRun(context);
      for (const { id } of last.newMessages) added.add(id);
    }
    isAgentsTurn = true;
    if (getSnapshot().run.status !== "executing") break;
    const known = new Set(getSnapshot().messages.map(({ id }) => id));
    try {
      const { takeCalls } = await loadTools();
      const goesOn = await takeCalls(core, context);
      for (const { id } of getSnapshot().messages) if (!known.has(id)) added.add(id);
      if (goesOn) continue;
      // Not what the snapshot says: whoever heard that the thread rests may have run it again.
      if (context.signal.aborted) last = { ...last, outcome: "cancelled" };
    } catch (cause) {
      // What runs tools could not be loaded. The calls stay open; the next run closes them.
      const failed = { status: "error", outcome: "error", error: describeFailure(cause) } as const;
      const run = { ...getSnapshot().run, ...failed };
      context.release();
      core.commit({ ...getSnapshot(), run });
      last = { ...last, outcome: "error", ...present({ error: errorOf(run, cause) }) };
    }
    break;
  }
  return { ...last, newMessages: getSnapshot().messages.filter(({ id }) => added.has(id)) };
}

/** The next run of a turn: as the last, on what there is now; interrupts keep their own answers. */
function followUp<TState>(context: RunContext<TState>, from: Snapshot<TState>): RunContext<TState> {
  const { resume: _, ...parameters } = context.parameters;
  return { ...context, from, droppedIds: [], parameters };
}

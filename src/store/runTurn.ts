import type { Snapshot } from "../reducer/snapshot.ts";
import { loadPart } from "./loadPart.ts";
import type { RunContext } from "./runContext.ts";
import { describeFailure, errorOf } from "./runError.ts";
import { executeRun } from "./runLoop.ts";
import type { ThreadCore, TurnMemory } from "./threadCore.ts";
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
  const memory: TurnMemory = { steps: 0, repeats: new Map() };
  const added = new Set<string>();
  let last: RunResult | undefined;
  for (let context = first; ; context = followUp(context, getSnapshot())) {
    if (isRun || last) {
      last = await executeRun(context);
      for (const { id } of last.newMessages) added.add(id);
    }
    if (getSnapshot().run.status !== "executing") break;
    const known = new Set(getSnapshot().messages.map(({ id }) => id));
    try {
      const { takeCalls } = await loadTools();
      const goesOn = await takeCalls(core, memory, context);
      for (const { id } of getSnapshot().messages) if (!known.has(id)) added.add(id);
      if (!goesOn) break;
    } catch (error) {
      // What runs tools could not be loaded. The calls stay open; the next run closes them.
      const { run } = getSnapshot();
      context.release();
      const failed = { status: "error", outcome: "error", error: describeFailure(error) } as const;
      core.commit({ ...getSnapshot(), run: { ...run, ...failed } });
      break;
    }
  }
  const { run, messages } = getSnapshot();
  const error = last?.error ?? errorOf(run, undefined);
  return {
    result: run.result,
    outcome: run.outcome ?? "success",
    ...(error && { error }),
    newMessages: messages.filter(({ id }) => added.has(id)),
  };
}

/** The next run of a turn: as the last, on what there is now; interrupts keep their own answers. */
function followUp<TState>(context: RunContext<TState>, from: Snapshot<TState>): RunContext<TState> {
  const { resume: _, ...parameters } = context.parameters;
  return { ...context, from, droppedIds: [], parameters };
}

import type { AgentKitError } from "../../protocol/errors.ts";
import { lazyModule } from "../loadModule.ts";
import type { RunContext } from "../thread/runContext.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { executeRun } from "./executeRun.ts";
import { errorOf, toRunError } from "./runError.ts";

/** The tools that the page runs, loaded when the first is registered or called. */
export const loadTools = lazyModule(() => import("../tools/toolRuntime.ts"));

/**
 * Runs an agent; while calls of its turn wait for the page, what answers them takes over.
 *
 * @param isRun - Whether the agent runs first, or what is done in place of that; otherwise its pending
 *   calls are answered first.
 */
export async function runTurn<TState>(
  core: ThreadCore<TState>,
  context: RunContext<TState>,
  isRun: boolean | ((context: RunContext<TState>) => Promise<RunResult>) = true,
): Promise<RunResult> {
  const { result, outcome = "success" } = core.getSnapshot().run;
  const run = isRun === true ? executeRun : isRun;
  const first = run ? await run(context) : { result, outcome, newMessages: [] };
  if (core.getSnapshot().run.status !== "executing") return first;
  try {
    const { runToolLoop } = await loadTools();
    return await runToolLoop(core, context, first);
  } catch (cause) {
    // What runs tools could not be loaded. The calls stay open; the next run closes them.
    const failed = { status: "error", outcome: "error", error: toRunError(cause) } as const;
    const run = { ...core.getSnapshot().run, ...failed };
    context.release();
    core.commit({ ...core.getSnapshot(), run });
    // A run in error has one.
    return { ...first, outcome: "error", error: errorOf(run, cause) as AgentKitError };
  }
}

import { AgentKitError } from "../../protocol/errors.ts";
import { toRunError } from "../run/runError.ts";
import type { Reconnection, RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";

/**
 * Connects a thread with the code that is loaded for this. When the code cannot be loaded, the thread has the error of
 * a failed connection, which `retry()` repeats without running the agent.
 */
export async function withReconnection(
  context: RunContext,
  connect: (reconnection: Reconnection) => Promise<RunResult>,
): Promise<RunResult> {
  let reconnection: Reconnection;
  try {
    reconnection = await context.loadReconnection();
  } catch (error) {
    const { getSnapshot, replaceSnapshot } = context;
    const { run } = getSnapshot();
    replaceSnapshot({
      ...getSnapshot(),
      run: { ...run, status: "error", error: toRunError(error) },
    });
    const result: RunResult = { outcome: "error", result: undefined, newMessages: [] };
    return error instanceof AgentKitError ? { ...result, error } : result;
  }
  return connect(reconnection);
}

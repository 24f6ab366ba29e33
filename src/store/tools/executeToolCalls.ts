import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { editRun, setFollowUps, setRunning } from "../../reducer/toolUpdates.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { type ClientCall, executableCalls, ownCalls } from "./clientCalls.ts";
import { isFullyAnswered, stopReason } from "./continueWhenAnswered.ts";
import { executeToolCall, type StopSignal } from "./executeToolCall.ts";
import { recordToolResult } from "./recordToolResult.ts";
import { countRepeats } from "./repeatedCalls.ts";

/**
 * Answers the calls of a turn that are this page's: runs their handlers, all at once, and shows
 * those of tools without one to a person.
 *
 * @returns Whether the agent is to be run again. Otherwise the thread has come to rest.
 */
export async function executeToolCalls(context: RunContext): Promise<boolean> {
  const { getSnapshot, commit, turnState, signal, release, parameters } = context;
  const registered = context.tools.all();
  const calls = executableCalls(getSnapshot(), registered, parameters.tools);
  // As their tools are now: a handler may unmount its own.
  const followUps = calls.map(
    ({ id, name }) => [id, registered.get(name)?.followUp !== false] as const,
  );
  const ids = calls.filter(({ name }) => registered.get(name)?.handler).map(({ id }) => id);
  if (calls.length > 0) {
    const taken = setFollowUps(getSnapshot(), new Map(followUps));
    commit(setRunning(taken, ids), "now");
  }
  // Also what was answered before the run had ended.
  turnState.repeats = countRepeats(turnState.repeats, ownCalls(getSnapshot()));
  await answerAll(context, calls);

  const isOver = signal.aborted || !isFullyAnswered(getSnapshot());
  const halt = isOver ? undefined : stopReason(context);
  if (!isOver && !halt) {
    turnState.steps++;
    return true;
  }
  // Nothing may come between: from here on a person's answer makes the thread go on.
  release();
  commit(
    settledSnapshot(
      getSnapshot(),
      signal.aborted ? { outcome: "cancelled" } : omitUndefined({ stopReason: halt }),
    ),
    "now",
  );
  return false;
}

/** Works on calls in parallel, until each has its answer or waits for a person's. */
async function answerAll(context: RunContext, calls: readonly ClientCall[]): Promise<void> {
  const { signal } = context;
  // One listener for all handlers: one for each would look like a leak.
  let handleAbort = () => {};
  const stopping = new Promise<void>((resolve) => {
    handleAbort = resolve;
  });
  const stop: StopSignal = { signal, stopping };
  signal.addEventListener("abort", handleAbort);
  // A listener of the run's end may have stopped it.
  if (signal.aborted) handleAbort();
  await Promise.all(
    calls.map(async (call) => {
      const result =
        context.toolResults.get(call.id) ?? (await executeToolCall(context, call, stop));
      const info = getOwn(context.getSnapshot().toolCalls, call.id);
      // A call that failed is handed back to the agent, whatever its tool wants.
      const followUp = result?.error !== undefined || info?.followUp !== false;
      if (result) recordToolResult(context, call.id, result, followUp);
    }),
  );
  signal.removeEventListener("abort", handleAbort);
}

/** The snapshot of a thread that has come to rest: it waits for a person, or for the next message. */
function settledSnapshot(
  snapshot: Snapshot,
  facts: Partial<Pick<RunInfo, "outcome" | "stopReason">>,
): Snapshot {
  const isAsking = snapshot.run.pendingToolCallIds.some(
    (id) => getOwn(snapshot.toolCalls, id)?.status === "waiting",
  );
  const isWaiting = isAsking || snapshot.interrupts.some(({ answer }) => !answer);
  return editRun(snapshot, { ...facts, status: isWaiting ? "waiting" : "idle" });
}

import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import type { RunInfo, RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import { setFollowUps, setRunning } from "../../reducer/toolUpdates.ts";
import { countRepeats, findStopReason, isFullyAnswered } from "../run/stopConditions.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { type ClientCall, executableCalls, lastRunClientCalls } from "./clientCalls.ts";
import { executeToolCall, type StopSignal } from "./executeToolCall.ts";
import { recordToolResult } from "./recordToolResult.ts";

/**
 * Executes the calls of a turn that belong to this tab. Runs all handlers in parallel, and asks the user for calls of
 * tools without a handler.
 *
 * @returns True when the agent must run again; otherwise the turn has ended.
 */
export async function executeToolCalls(context: RunContext): Promise<boolean> {
  const { getBaseSnapshot, commit, turnState, signal, parameters } = context;
  const registeredTools = context.tools.getTools();
  const calls = executableCalls(getBaseSnapshot(), registeredTools, parameters.tools);
  // Read now, because a handler may unmount its own tool.
  const followUps = calls.map(
    ({ id, name }) => [id, registeredTools.get(name)?.followUp !== false] as const,
  );
  const handledIds = calls
    .filter(({ name }) => registeredTools.get(name)?.handler)
    .map(({ id }) => id);
  if (calls.length > 0) {
    const withFollowUps = setFollowUps(getBaseSnapshot(), new Map(followUps));
    commit(setRunning(withFollowUps, handledIds), "now");
  }
  await executeInParallel(context, calls);
  // Includes calls that were answered before the run had ended.
  const answered = lastRunClientCalls(getBaseSnapshot()).map(({ id, name, args }) => {
    return { name, args, result: context.toolResults.get(id) };
  });
  turnState.repeats = countRepeats(turnState.repeats, answered);

  const canContinue = !signal.aborted && isFullyAnswered(getBaseSnapshot());
  const reason = canContinue ? findStopReason(context) : undefined;
  if (canContinue && !reason) {
    turnState.automaticRuns++;
    return true;
  }
  endToolCalls(context, reason);
  return false;
}

/** Ends a turn in which the agent does not run again. */
export function endToolCalls(
  { getBaseSnapshot, commit, signal, markIdle }: RunContext,
  stopReason?: RunStopReason,
): void {
  // Releases the thread in the same task as the commit: an answer of the user may start the next turn from then on.
  markIdle();
  const changes = signal.aborted
    ? ({ outcome: "cancelled" } as const)
    : omitUndefined({ stopReason });
  commit(snapshotAfterTurn(getBaseSnapshot(), changes), "now");
}

/** Executes calls in parallel, until each is answered or waits for the user. */
async function executeInParallel(context: RunContext, calls: readonly ClientCall[]): Promise<void> {
  const { signal } = context;
  // A single listener serves all handlers: many listeners on a signal cause a leak warning in Node.
  let handleAbort = () => {};
  const stopping = new Promise<void>((resolve) => {
    handleAbort = resolve;
  });
  const stop: StopSignal = { signal, stopping };
  signal.addEventListener("abort", handleAbort);
  // A listener of `onRunEnd` may have stopped the run.
  if (signal.aborted) handleAbort();
  await Promise.all(
    calls.map(async (call) => {
      const result =
        context.toolResults.get(call.id) ?? (await executeToolCall(context, call, stop));
      const info = getOwn(context.getBaseSnapshot().toolCalls, call.id);
      // The agent always receives a failed call, whatever its tool wants.
      const followUp = result?.error !== undefined || info?.followUp !== false;
      if (result) recordToolResult(context, call.id, result, followUp);
    }),
  );
  signal.removeEventListener("abort", handleAbort);
}

/** Returns the snapshot of a turn that has ended: it waits for the user or for the next message. */
function snapshotAfterTurn(
  snapshot: Snapshot,
  changes: Partial<Pick<RunInfo, "outcome" | "stopReason">>,
): Snapshot {
  const hasWaitingCall = snapshot.run.pendingToolCallIds.some(
    (id) => getOwn(snapshot.toolCalls, id)?.status === "waiting",
  );
  const isWaiting = hasWaitingCall || snapshot.interrupts.some(({ answer }) => !answer);
  return editRun(snapshot, { ...changes, status: isWaiting ? "waiting" : "idle" });
}

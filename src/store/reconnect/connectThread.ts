import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createAbortable } from "../run/abortable.ts";
import { executeRun, finishRun } from "../run/executeRun.ts";
import { hasFailedToConnect } from "../run/runError.ts";
import type { RunContext, ThreadInternals } from "../thread/threadInternals.ts";
import { newTurn } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { connectInput } from "./connectInput.ts";
import { isRunNotFound, showConnectFailure, withoutConnectFailure } from "./connectionErrors.ts";
import { currentRunResult } from "./followServer.ts";
import { awaitsOnlyCalls, findInterruptedRun } from "./interruptedRun.ts";
import { isRunResumed } from "./isRunResumed.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";
import { lookUpLastRun } from "./lookUpLastRun.ts";
import { openThread } from "./openThread.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver/replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/**
 * Connects a thread to its server, which replays its history or a run in progress; see `Thread.connect`. Known
 * content does not change.
 */
export async function connectThread(
  internals: ThreadInternals,
  context: RunContext,
): Promise<RunResult> {
  const interrupted = findInterruptedRun(internals);
  const continued = interrupted && (await resumeInterruptedRun(context, interrupted));
  if (continued) return continued;
  context.replaceSnapshot(withoutConnectFailure(context.getBaseSnapshot()));
  const result = await openThread(context);
  showConnectFailure(context, result);
  return result;
}

/**
 * Resumes a run that was interrupted when the thread was stored, in a turn that starts at once.
 *
 * @param interrupted - The snapshot during the run, before the run was ended locally.
 */
export function resumeRun(internals: ThreadInternals, interrupted: Snapshot): void {
  Object.assign(internals.turnState, newTurn());
  const work = async (context: RunContext) =>
    (await resumeInterruptedRun(context, interrupted)) ??
    currentRunResult(internals.getBaseSnapshot());
  // Another tab may run the agent by now.
  internals.runAsTurn(work).catch(() => {});
}

/**
 * Resumes a run whose connection was lost, and runs the agent again when the server does not know the run.
 * Connects again when only the connection has failed.
 */
export async function retryRun(
  internals: ThreadInternals,
  context: RunContext,
): Promise<RunResult> {
  if (hasFailedToConnect(internals.getBaseSnapshot().run)) return connectThread(internals, context);
  const interrupted = internals.options.agent.connect && findInterruptedRun(internals);
  const result = interrupted && (await resumeInterruptedRun(context, interrupted));
  return (
    result ?? executeRun(interrupted ? { ...context, from: internals.getBaseSnapshot() } : context)
  );
}

/**
 * Continues an interrupted run.
 *
 * @returns The result of the run; `undefined` when the server does not know a run that has not ended. The thread is
 *   unchanged then.
 */
async function resumeInterruptedRun(
  context: RunContext,
  interrupted: Snapshot,
): Promise<RunResult | undefined> {
  const { getBaseSnapshot, commit, listeners, signal, turnState } = context;
  const before = getBaseSnapshot();
  const runId = interrupted.run.runId ?? "";
  turnState.isSent = true;
  turnState.endedRunId = undefined;
  commit(
    editRun(keepLocalChanges(interrupted, before, interrupted), { status: "reconnecting" }),
    "now",
  );
  const { snapshotBefore, cursor } = lookUpLastRun(context, getBaseSnapshot());
  const previousMessages = [snapshotBefore().messages];
  const abortable = createAbortable(signal);
  const receiver = createReplayReceiver(context, { runId });
  // An open stream of chunks continues only for the connection that opened it, so the run is replayed from its
  // start.
  const streamCursor = createStreamCursor(context, hasOpenStream(interrupted) ? undefined : cursor);
  let failure: { readonly thrown: unknown } | undefined;
  let hasReceived = false;
  listeners.notify("onRunStart", { runId });
  try {
    const makeInput = connectInput(context, runId);
    const options = { makeInput, receiver, streamCursor };
    hasReceived =
      (await reconnectLoop(context, abortable, options)) &&
      isRunResumed(context, { sent: snapshotBefore(), interrupted });
  } catch (thrown) {
    hasReceived = signal.aborted || !isRunNotFound(thrown);
    failure = { thrown };
  }
  abortable.removeListener();
  if (hasReceived) return finishRun(context, { failure, previousMessages });
  // The run has ended, and the server has nothing more: some calls never get a result.
  if (awaitsOnlyCalls(context, interrupted))
    return finishRun(context, { failure: undefined, previousMessages });
  commit(replaceEqualDeep(before, keepLocalChanges(before, getBaseSnapshot(), before)), "now");
  return undefined;
}

function hasOpenStream({ tracking }: Snapshot): boolean {
  return [tracking.text, tracking.reasoning, tracking.toolCalls].some((entries) =>
    Object.values(entries).some((entry) => entry.isOpen),
  );
}

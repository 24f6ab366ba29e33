import { AgentKitError } from "../../protocol/errors.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { editRun } from "../../reducer/toolUpdates.ts";
import { createAbortable } from "../run/abortable.ts";
import { executeRun, finishRun } from "../run/executeRun.ts";
import type { RunContext, ThreadInternals } from "../thread/threadInternals.ts";
import { newTurn } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { connectInput } from "./connectInput.ts";
import {
  hasFailedToConnect,
  isRunNotFound,
  showConnectFailure,
  withoutConnectFailure,
} from "./connectionErrors.ts";
import { currentRunResult, followServer } from "./followServer.ts";
import { findInterruptedRun } from "./interruptedRun.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";
import { lookUpLastRun } from "./lastRun.ts";
import { openThread } from "./openThread.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/**
 * Attaches to what goes on in a thread at the server, or lets it tell what was said; see `Thread.connect`.
 * What is known already is not changed by that.
 */
export async function connectThread(core: ThreadInternals): Promise<RunResult> {
  await core.stopping();
  core.assertReady();
  if (!core.options.agent.connect && !core.options.agent.history) {
    throw new AgentKitError("invalid-argument", "This agent cannot connect to a thread.");
  }
  Object.assign(core.turnState, newTurn());
  return core.runCustom((context) => tryToConnect(core, context));
}

async function tryToConnect(core: ThreadInternals, context: RunContext): Promise<RunResult> {
  const lost = findInterruptedRun(core);
  const goneOn = lost && (await continueRun(context, lost));
  if (goneOn) return goneOn;
  context.replaceSnapshot(withoutConnectFailure(context.getSnapshot()));
  const result = await openThread(context, followServer);
  showConnectFailure(context, result);
  return result;
}

/**
 * Takes a run up that was going on when the thread was stored, in a turn that begins at once.
 *
 * @param interrupted - The thread as it was then; it has been cut off since.
 */
export function resumeRun(core: ThreadInternals, interrupted: Snapshot): void {
  Object.assign(core.turnState, newTurn());
  const work = async (context: RunContext) =>
    (await continueRun(context, interrupted)) ?? currentRunResult(core.getSnapshot());
  // Another page may be running the agent by now, which is as good.
  core.runCustom(work).catch(() => {});
}

/**
 * Takes up a run whose connection was lost, and runs the agent again when the server knows nothing of it.
 * Connects again where nothing else has failed.
 */
export async function retryRun(core: ThreadInternals, context: RunContext): Promise<RunResult> {
  if (hasFailedToConnect(core.getSnapshot().run)) return tryToConnect(core, context);
  const lost = core.options.agent.connect && findInterruptedRun(core);
  const result = lost && (await continueRun(context, lost));
  return result ?? executeRun(lost ? { ...context, from: core.getSnapshot() } : context);
}

/**
 * Goes on with a run that broke off.
 *
 * @returns What it has come to; nothing when the server knows of no such run, and all is as it was.
 */
async function continueRun(
  context: RunContext,
  interrupted: Snapshot,
): Promise<RunResult | undefined> {
  const { getSnapshot, commit, listeners, signal, turnState } = context;
  const before = getSnapshot();
  const runId = interrupted.run.runId ?? "";
  turnState.isSent = true;
  commit(
    editRun(keepLocalChanges(interrupted, before, interrupted), { status: "reconnecting" }),
    "now",
  );
  const { snapshotBefore, cursor } = lookUpLastRun(context, getSnapshot());
  const known = [snapshotBefore().messages];
  const interruptible = createAbortable(signal);
  const receiver = createReplayReceiver(context, { runId });
  // What chunks have opened is known to nobody but who has read them.
  const streamCursor = createStreamCursor(context, hasOpenStream(interrupted) ? undefined : cursor);
  let failure: { readonly thrown: unknown } | undefined;
  let hasHeard = false;
  listeners.notify("onRunStart", { runId });
  try {
    const makeInput = connectInput(context, runId);
    hasHeard = await reconnectLoop(context, interruptible, { makeInput, receiver, streamCursor });
  } catch (thrown) {
    hasHeard = signal.aborted || !isRunNotFound(thrown);
    failure = { thrown };
  }
  interruptible.release();
  if (hasHeard) return finishRun(context, { failure, previousMessages: known });
  commit(replaceEqualDeep(before, keepLocalChanges(before, getSnapshot(), before)), "now");
  return undefined;
}

function hasOpenStream({ tracking }: Snapshot): boolean {
  return [tracking.text, tracking.reasoning, tracking.toolCalls].some((entries) =>
    Object.values(entries).some((entry) => entry.isOpen),
  );
}

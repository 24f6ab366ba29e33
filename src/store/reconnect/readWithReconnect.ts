import { AgentKitError } from "../../protocol/errors.ts";
import { createRunEndObserver } from "../../protocol/runEnd.ts";
import { isProtocolEvent, readFrame } from "../../protocol/validation/readFrame.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import { isReopened, isRunOpen } from "../../reducer/runPhase.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Abortable } from "../run/abortable.ts";
import { consumeAgent, type PreparedInput } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { connectInput } from "./connectInput.ts";
import { isConnectionLoss, isRunNotFound } from "./connectionErrors.ts";
import { isRunResumed } from "./isRunResumed.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver/replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/** Reads a run to its end, and reconnects when the connection is lost. */
export async function readWithReconnect(
  context: RunContext,
  abortable: Abortable,
  prepared: PreparedInput,
): Promise<void> {
  const sent = context.getBaseSnapshot();
  const { runId = prepared.input.runId } = sent.run;
  const receiver = createReplayReceiver(context, { runId });
  const streamCursor = createStreamCursor(context);
  const { onCursor } = streamCursor;
  const runEnd = createRunEndObserver(prepared.input);
  const { input } = prepared;
  const makeInput = connectInput(context, input.runId, input);
  let reason: unknown;
  /** True when a response has arrived without an event, such as a heartbeat: the server has received the run. */
  let hasOnlyPreamble = false;
  let hasEvents = false;
  try {
    const handle = streamCursor.createReader(receiver);
    const request = { ...prepared, onCursor, runEnd };
    await consumeAgent(context.options.agent, request, abortable, (yielded) => {
      hasEvents ||= containsEvent(yielded);
      hasOnlyPreamble = !hasEvents;
      return handle(yielded);
    });
  } catch (error) {
    const isRefused = !isConnectionLoss(error) && !(hasOnlyPreamble && isMalformed(error));
    if (context.signal.aborted || isRefused) throw error;
    reason = error;
  }
  const snapshot = context.getBaseSnapshot();
  if (!isRunOpen(snapshot)) {
    // Without a response, the server may not have received the run.
    const options = { makeInput, receiver, streamCursor, runEnd };
    if (hasOnlyPreamble && (await resumeUnstarted(context, abortable, options))) return;
    if (reason) throw reason;
    return;
  }
  // Some calls never get a result. When only calls are open, a server without a replay has sent everything.
  const isIncomplete = !isReopened(snapshot) || runEnd.hasOpenRunOrText;
  try {
    await reconnectLoop(context, abortable, {
      makeInput,
      receiver,
      streamCursor,
      runEnd,
      isIncomplete,
    });
  } catch (error) {
    if (isIncomplete || !isRunNotFound(error)) throw error;
  }
  if (!isIncomplete || isRunResumed(context, { sent, interrupted: snapshot })) return;
  restoreSnapshot(context, snapshot);
  if (reason) throw reason;
}

/**
 * Resumes a run that has not started. A server that does not know such a run, or cannot resume it, is no failure.
 *
 * @returns True when the replay has the run. The thread is unchanged otherwise.
 */
async function resumeUnstarted(
  context: RunContext,
  abortable: Abortable,
  options: Parameters<typeof reconnectLoop>[2],
): Promise<boolean> {
  const before = context.getBaseSnapshot();
  const isResumed = () => isRunResumed(context, { sent: before, interrupted: before });
  try {
    await reconnectLoop(context, abortable, options);
  } catch (error) {
    if (context.signal.aborted || isResumed()) throw error;
  }
  if (isResumed()) return true;
  restoreSnapshot(context, before);
  return false;
}

/** Removes what a replay without the requested run has brought, so that the run has not ended with it. */
function restoreSnapshot({ getBaseSnapshot, commit }: RunContext, before: Snapshot): void {
  const current = getBaseSnapshot();
  if (current !== before)
    commit(replaceEqualDeep(before, keepLocalChanges(before, current, before)), "now");
}

/** True when what an agent has yielded contains an event. */
function containsEvent(yielded: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
  return values.some((value) => readFrame(value).some(isProtocolEvent));
}

function isMalformed(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "malformed-stream";
}

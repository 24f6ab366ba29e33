import { createRunEndObserver } from "../../protocol/runEnd.ts";
import { isReopened, isRunOpen } from "../../reducer/runPhase.ts";
import type { Abortable } from "../run/abortable.ts";
import { consumeAgent, type PreparedInput } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { connectInput } from "./connectInput.ts";
import { isConnectionLoss, isRunNotFound } from "./connectionErrors.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver/replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/** Reads a run to its end, and reconnects when the connection is lost. */
export async function readWithReconnect(
  context: RunContext,
  abortable: Abortable,
  prepared: PreparedInput,
): Promise<void> {
  const { runId = prepared.input.runId } = context.getSnapshot().run;
  const receiver = createReplayReceiver(context, { runId });
  const streamCursor = createStreamCursor(context);
  const { onCursor } = streamCursor;
  const runEnd = createRunEndObserver(prepared.input);
  let reason: unknown;
  try {
    const handle = streamCursor.createReader(receiver);
    const request = { ...prepared, onCursor, runEnd };
    await consumeAgent(context.options.agent, request, abortable, handle);
  } catch (error) {
    if (context.signal.aborted || !isConnectionLoss(error)) throw error;
    reason = error;
  }
  const snapshot = context.getSnapshot();
  // A run that never started cannot be resumed: the server may not have received it.
  if (!isRunOpen(snapshot)) {
    if (reason) throw reason;
    return;
  }
  const { input } = prepared;
  const makeInput = connectInput(context, input.runId, input);
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
}

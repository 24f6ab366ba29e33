import type { Abortable } from "../run/abortable.ts";
import { consumeAgent, type PreparedInput } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { connectInput } from "./connectInput.ts";
import { isConnectionLoss } from "./connectionErrors.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/** Reads a run to its end, also when the connection is lost on the way. */
export async function readWithReconnect(
  context: RunContext,
  interruptible: Abortable,
  prepared: PreparedInput,
): Promise<void> {
  const receiver = createReplayReceiver(context, { runId: prepared.input.runId });
  const streamCursor = createStreamCursor(context);
  const { onCursor } = streamCursor;
  let reason: unknown;
  try {
    const handle = streamCursor.createReader(receiver);
    await consumeAgent(context.options.agent, { ...prepared, onCursor }, interruptible, handle);
  } catch (error) {
    if (context.signal.aborted || !isConnectionLoss(error)) throw error;
    reason = error;
  }
  // What was never begun cannot be taken up: the server may not even have got it.
  if (context.getSnapshot().tracking.phase === "active") {
    const { input } = prepared;
    const makeInput = connectInput(context, input.runId, input);
    await reconnectLoop(context, interruptible, {
      makeInput,
      receiver,
      streamCursor,
      hasStarted: true,
    });
  } else if (reason) throw reason;
}

import type { Abortable } from "../run/abortable.ts";
import { consumeAgent, type PreparedInput } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { connectInput } from "./connectInput.ts";
import { isConnectionLoss } from "./connectionErrors.ts";
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
  let reason: unknown;
  try {
    const handle = streamCursor.createReader(receiver);
    await consumeAgent(context.options.agent, { ...prepared, onCursor }, abortable, handle);
  } catch (error) {
    if (context.signal.aborted || !isConnectionLoss(error)) throw error;
    reason = error;
  }
  // A run that never started cannot be resumed: the server may not have received it.
  if (context.getSnapshot().tracking.phase === "active") {
    const { input } = prepared;
    const makeInput = connectInput(context, input.runId, input);
    await reconnectLoop(context, abortable, {
      makeInput,
      receiver,
      streamCursor,
      hasStarted: true,
    });
  } else if (reason) throw reason;
}

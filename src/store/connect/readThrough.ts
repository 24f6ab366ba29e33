import type { Interruptible } from "../interruptible.ts";
import { type PreparedInput, readAgent } from "../readAgent.ts";
import type { RunContext } from "../runContext.ts";
import { connectInput } from "./connectInput.ts";
import { isDrop } from "./isDrop.ts";
import { createPosition } from "./position.ts";
import { readOn } from "./readOn.ts";
import { createTelling } from "./telling.ts";

/** Reads a run to its end, also when the connection is lost on the way. */
export async function readThrough<TState>(
  context: RunContext<TState>,
  interruptible: Interruptible,
  prepared: PreparedInput,
): Promise<void> {
  const telling = createTelling(context, { runId: prepared.input.runId });
  const position = createPosition(context);
  const { onCursor } = position;
  let reason: unknown;
  try {
    const handle = position.follow(telling);
    await readAgent(context.options.agent, { ...prepared, onCursor }, interruptible, handle);
  } catch (error) {
    if (context.signal.aborted || !isDrop(error)) throw error;
    reason = error;
  }
  // What was never begun cannot be taken up: the server may not even have got it.
  if (context.getSnapshot().ledger.phase === "active") {
    const { input } = prepared;
    const makeInput = connectInput(context, input.runId, input);
    await readOn(context, interruptible, { makeInput, telling, position, isDropped: true });
  } else if (reason) throw reason;
}

import type { Interruptible } from "../interruptible.ts";
import { type PreparedInput, readAgent } from "../readAgent.ts";
import type { RunContext } from "../runContext.ts";
import type { StreamReader } from "../streamReader.ts";
import { isDrop } from "./isDrop.ts";
import { readOn } from "./readOn.ts";

/** Reads a run to its end, also when the connection is lost on the way. */
export async function readThrough<TState>(
  context: RunContext<TState>,
  interruptible: Interruptible,
  { reader, ...prepared }: PreparedInput & { readonly reader: StreamReader },
): Promise<void> {
  const { agent } = context.options;
  const { input } = prepared;
  let cursor: string | undefined;
  let reason: unknown;
  const onCursor = (position: string) => {
    cursor = position;
    context.changes.take({ cause: { name: "cursor", cursor: position } });
  };
  try {
    await readAgent(agent, { ...prepared, onCursor }, interruptible, reader);
  } catch (error) {
    if (context.signal.aborted || !isDrop(error)) throw error;
    reason = error;
  }
  const { phase } = context.getSnapshot().ledger;
  if (phase === "finished" || phase === "errored") {
    if (reason) throw reason;
    return;
  }
  // What was never begun cannot be taken up: the server may not even have got it.
  if (phase === "none" && cursor === undefined) {
    if (reason) throw reason;
    return;
  }
  await readOn(context, interruptible, { input, cursor, reader, reason: reason ?? "incomplete" });
}

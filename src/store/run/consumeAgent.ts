import type { Agent, RunOptions } from "../../protocol/agent.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { Abortable } from "./abortable.ts";
import type { ConvertYielded } from "./runIds.ts";

/** Throws for the first values of a stream when they refuse the run. */
export type RefusalCheck = (yielded: unknown) => void;

/** Input of a run, and the function that creates it again when a token in it has expired. */
export interface PreparedInput
  extends Pick<RunOptions, "refreshInput" | "onCursor" | "inheritedIds"> {
  /** Input that is sent. */
  readonly input: RunAgentInput;
  /** Called with each yielded value first; throws when the server refuses the run. */
  readonly checkRefusal?: RefusalCheck | undefined;
  /** Converts each yielded value before it is passed on. */
  readonly convert?: ConvertYielded | undefined;
}

/**
 * Runs an agent and ingests what it yields until the stream ends or the signal aborts. An agent
 * that ignores the signal is not waited for.
 *
 * @param ingest - The `EventIngestor` of the run, or the receiver of a replay, which may be asynchronous.
 * @throws the agent's error, or the signal's reason
 */
export async function consumeAgent(
  agent: Agent,
  { input, checkRefusal, convert, ...options }: PreparedInput,
  { signal, waitFor }: Abortable,
  ingest: (yielded: unknown) => void | Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const iterator = agent.run(input, { ...options, signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await waitFor(iterator.next());
      if (done) return;
      checkRefusal?.(value);
      const ingesting = ingest(convert?.(value) ?? value);
      if (ingesting) await waitFor(ingesting);
    }
  } catch (error) {
    // An abandoned iterator may throw or never settle.
    new Promise((resolve) => resolve(iterator.return?.())).catch(() => {});
    throw error;
  }
}

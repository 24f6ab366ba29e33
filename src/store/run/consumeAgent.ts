import type { Agent, RunOptions } from "../../protocol/agent.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { Abortable } from "./abortable.ts";

/** What goes out, and how it is made again when a token in it has expired. */
export interface PreparedInput
  extends Pick<RunOptions, "refreshInput" | "onCursor" | "inheritedIds"> {
  readonly input: RunAgentInput;
}

/**
 * Reads an agent's run, handing over what it yields as it comes, until the stream ends or the
 * signal aborts. An agent that ignores the signal is left behind, not waited for.
 *
 * @throws what the agent throws, and the signal's reason when it aborts
 */
export async function consumeAgent(
  agent: Agent,
  { input, ...options }: PreparedInput,
  { signal, wait }: Abortable,
  handle: (yielded: unknown) => void | Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const iterator = agent.run(input, { ...options, signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await wait(iterator.next());
      if (done) return;
      const handling = handle(value);
      if (handling) await wait(handling);
    }
  } catch (error) {
    // What an iterator does when it is left behind is its own affair, also when it throws.
    new Promise((resolve) => resolve(iterator.return?.())).catch(() => {});
    throw error;
  }
}

import type { Agent } from "../protocol/agent.ts";
import type { RunAgentInput } from "../protocol/events.ts";

/**
 * Reads an agent's run, handing over what it yields as it comes, until the stream ends or the
 * signal aborts. An agent that ignores the signal is left behind, not waited for.
 *
 * @throws what the agent throws, and the signal's reason when it aborts
 */
export async function readAgent(
  agent: Agent,
  input: RunAgentInput,
  signal: AbortSignal,
  handle: (yielded: unknown) => void | Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const iterator = agent.run(input, { signal })[Symbol.asyncIterator]();
  // One listener for the whole run: racing every step against one promise would pile up reactions.
  let abandon: (reason: unknown) => void = () => {};
  const handleAbort = () => abandon(signal.reason);
  signal.addEventListener("abort", handleAbort);
  const next = () =>
    new Promise<IteratorResult<unknown>>((resolve, reject) => {
      abandon = reject;
      if (signal.aborted) reject(signal.reason);
      iterator.next().then(resolve, reject);
    });

  let isExhausted = false;
  try {
    for (;;) {
      const { done, value } = await next();
      if (done) {
        isExhausted = true;
        return;
      }
      const handling = handle(value);
      if (handling) await handling;
    }
  } finally {
    signal.removeEventListener("abort", handleAbort);
    // What an iterator does when it is left behind is its own affair, also when it throws.
    if (!isExhausted) new Promise((resolve) => resolve(iterator.return?.())).catch(() => {});
  }
}

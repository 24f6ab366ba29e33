import type { Agent, RunOptions } from "../../protocol/agent.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import {
  createRunEndObserver,
  createWaitStartTracker,
  DEFAULT_END_MS,
  observeYielded,
  type RunEndObserver,
} from "../../protocol/runEnd.ts";
import { yieldToMain } from "../../protocol/scheduling.ts";
import { withoutUnreadable } from "../../protocol/toJsonValue.ts";
import { type Abortable, waitAtMost } from "./abortable.ts";
import type { ConvertYielded } from "./runIds.ts";

/** Number of values after which an agent that never waits lets the tab render and handle input. */
const VALUES_PER_TASK = 100;

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
  readonly convertYielded?: ConvertYielded | undefined;
  /** Observer of the connections before, when the stream continues a run. */
  readonly runEnd?: RunEndObserver | undefined;
  /** Called when the stream fails. */
  readonly onCutOff?: ((runEnd: RunEndObserver) => void) | undefined;
}

/**
 * Runs an agent and passes on what it yields until the stream ends or the signal aborts. An agent
 * that ignores the signal is not waited for, nor is one whose stream stays open after the end of
 * the run.
 *
 * @param onYielded - Ingests what the agent yields; may be asynchronous.
 * @throws the agent's error, or the signal's reason
 */
export async function consumeAgent(
  agent: Agent,
  {
    input,
    checkRefusal,
    convertYielded,
    runEnd = createRunEndObserver(input),
    onCutOff,
    ...options
  }: PreparedInput,
  { signal, waitFor }: Abortable,
  onYielded: (yielded: unknown) => void | Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const { endMs = DEFAULT_END_MS } = agent;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener("abort", abort);
  let iterator: AsyncIterator<unknown> | undefined;
  const getWaitStart = createWaitStartTracker();
  const remainingMs = () => {
    const now = performance.now();
    return endMs - (now - getWaitStart(runEnd, endMs, now));
  };
  let isOver = false;
  const onStop: RunOptions["onStop"] = (events) => {
    if (signal.aborted && !isOver) ingestWithoutWaiting(onYielded, events);
  };
  try {
    iterator = agent
      .run(input, { ...options, onStop, signal: controller.signal })
      [Symbol.asyncIterator]();
    for (let count = 1; ; count++) {
      if (count % VALUES_PER_TASK === 0) await waitFor(yieldToMain());
      const next = iterator.next();
      const isLimited = endMs > 0 && runEnd.hasEnded;
      const result = await waitFor(isLimited ? waitAtMost(remainingMs(), next) : next);
      if (!result) {
        controller.abort();
        closeWithoutWaiting(iterator);
        return;
      }
      if (result.done) return;
      const value = withoutUnreadable(result.value);
      checkRefusal?.(value);
      observeYielded(runEnd, value);
      const handling = onYielded(convertYielded?.(value) ?? value);
      if (handling) await waitFor(handling);
    }
  } catch (error) {
    closeWithoutWaiting(iterator);
    if (!signal.aborted) onCutOff?.(runEnd);
    throw error;
  } finally {
    isOver = true;
    signal.removeEventListener("abort", abort);
  }
}

/** Closes an iterator without waiting: an abandoned one may throw or never settle. */
export function closeWithoutWaiting(iterator: AsyncIterator<unknown> | undefined): void {
  new Promise((resolve) => resolve(iterator?.return?.())).catch(() => {});
}

/** Ingests the last events of a run that was stopped, whatever is wrong with them: the run is over. */
function ingestWithoutWaiting(
  onYielded: (yielded: unknown) => void | Promise<void>,
  events: unknown,
): void {
  new Promise<void>((resolve) => resolve(onYielded(withoutUnreadable(events)))).catch(() => {});
}

import type { HistoryPage } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createAbortable } from "../run/abortable.ts";
import { createDisposedError, reasonOf } from "../run/runError.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** Signals that abort when their thread is disposed. */
const disposeSignals = new WeakMap<object, AbortSignal>();

/**
 * Fetches one page of the history without changing the thread.
 *
 * @param cancelSignal - Aborts the request, as disposing the thread does.
 * @throws AgentKitError `thread-disposed`, `agent-failed`, or the agent's own `AgentKitError`
 */
export async function fetchHistoryPage(
  internals: ThreadInternals,
  cursor: string | null,
  cancelSignal: AbortSignal,
): Promise<HistoryPage> {
  const { agent } = internals.options;
  const { threadId } = internals.getBaseSnapshot();
  const { signal, release } = anySignal(disposeSignalOf(internals), cancelSignal);
  const abortable = createAbortable(signal);
  const request = { threadId, ...(cursor && { cursor }) };
  try {
    // `history` may throw synchronously, and may ignore the signal.
    const response = (async () => agent.history?.(request, { signal }))();
    const page = await abortable.waitFor(response);
    if (!Array.isArray(page?.messages))
      throw new Error(
        "`history` returned no page: `messages` is not an array. Return `{ messages: [] }` when there is none.",
      );
    return page;
  } catch (error) {
    if (internals.isDisposed()) throw createDisposedError();
    if (error instanceof AgentKitError) throw error;
    throw historyError(
      `Earlier messages could not be loaded: ${reasonOf(error)}. Check the \`history\` of the agent; \`loadEarlier()\` tries again.`,
      error,
    );
  } finally {
    abortable.removeListener();
    release();
  }
}

/**
 * Returns a signal that aborts when one of two does, and the function that removes its listeners.
 */
function anySignal(first: AbortSignal, second: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = [first, second];
  for (const signal of signals) signal.addEventListener("abort", abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  const release = () => {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}

/** Returns the signal that aborts when the thread is disposed. */
function disposeSignalOf({ features }: ThreadInternals): AbortSignal {
  const existing = disposeSignals.get(features);
  if (existing) return existing;
  const controller = new AbortController();
  disposeSignals.set(features, controller.signal);
  const { onDispose } = features;
  features.onDispose = () => {
    onDispose?.();
    controller.abort();
  };
  return controller.signal;
}

export function historyError(message: string, cause?: unknown): AgentKitError {
  return new AgentKitError("agent-failed", message, omitUndefined({ cause }));
}

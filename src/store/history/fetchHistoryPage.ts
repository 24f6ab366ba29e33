import type { HistoryPage } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createAbortable } from "../run/abortable.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** What ends with a thread. */
const ends = new WeakMap<object, AbortSignal>();

/**
 * Asks for one page, without showing anything of it.
 *
 * @param until - Ends the request, as the end of the thread does.
 */
export async function fetchHistoryPage(
  internals: ThreadInternals,
  cursor: string | null,
  until: AbortSignal,
): Promise<HistoryPage> {
  const { agent } = internals.options;
  const { threadId } = internals.getSnapshot();
  const { signal, release } = eitherOf(endOf(internals), until);
  const abortable = createAbortable(signal);
  const request = { threadId, ...(cursor && { cursor }) };
  try {
    // Also one that throws at once, and one that never listens to the signal.
    const asked = (async () => agent.history?.(request, { signal }))();
    const page = await abortable.wait(asked);
    if (!Array.isArray(page?.messages)) throw new Error("That was no page of a history.");
    return page;
  } catch (error) {
    if (internals.isDisposed()) throw disposed();
    if (error instanceof AgentKitError) throw error;
    throw failed(`The agent failed to tell what was said before: ${reasonOf(error)}`, error);
  } finally {
    abortable.release();
    release();
  }
}

/** Aborts when one of two does. @returns It, and what lets go of both. */
function eitherOf(some: AbortSignal, other: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = [some, other];
  for (const signal of signals) signal.addEventListener("abort", abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  const release = () => {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}

/** Aborts when the thread is disposed. */
function endOf({ hooks }: ThreadInternals): AbortSignal {
  const known = ends.get(hooks);
  if (known) return known;
  const controller = new AbortController();
  ends.set(hooks, controller.signal);
  const { onDispose } = hooks;
  hooks.onDispose = () => {
    onDispose?.();
    controller.abort();
  };
  return controller.signal;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function failed(message: string, cause?: unknown): AgentKitError {
  return new AgentKitError("agent-failed", message, omitUndefined({ cause }));
}

export const disposed = () =>
  new AgentKitError("thread-disposed", "The thread was disposed. Make another.");

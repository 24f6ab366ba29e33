import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Abortable } from "../run/abortable.ts";
import { consumeAgent } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { backoffDelay, DEFAULT_BACKOFF, isNavigatorOffline, sleepUntilOnline } from "./backoff.ts";
import type { MakeInput } from "./connectInput.ts";
import { isConnectionLoss } from "./connectionErrors.ts";
import type { StreamCursor } from "./streamCursor.ts";
import type { ReplayReceiver } from "./tellingTypes.ts";

/** What is read on. */
export interface ReconnectOptions {
  readonly makeInput: MakeInput;
  readonly receiver: ReplayReceiver;
  readonly streamCursor: StreamCursor;
  /** Whether a run broke off here: then an empty answer is a failure as well. */
  readonly hasStarted?: boolean;
}

/**
 * Connects, and connects again whenever the connection is lost, until all has been told. An agent that
 * knows positions goes on where it was; any other tells the run again from its start. When the page comes
 * back, to a network or to somebody who looks at it, what failed before counts no more; what fails while
 * there is no network does not count at all.
 *
 * @returns Whether anything was heard.
 * @throws AgentKitError `network` when nothing can be had any more; what the agent throws else; the
 *   signal's reason when it aborts
 */
export async function reconnectLoop(
  context: RunContext,
  interruptible: Abortable,
  { makeInput, receiver, streamCursor, hasStarted = false }: ReconnectOptions,
): Promise<boolean> {
  const { options, signal } = context;
  const backoff = { ...DEFAULT_BACKOFF, ...options.reconnect };
  const agent: Agent = {
    run: (input, given) =>
      // Who has none is never read on.
      options.agent.connect?.(input, omitUndefined({ ...given, cursor: streamCursor.current() })) ??
      nothing(),
  };
  let hasHeard = false;
  let reason: unknown;
  /** In a row, of which each makes the next wait longer, and those that count. */
  let attempts = 0;
  let failures = 0;
  for (;;) {
    if (hasStarted || hasHeard || reason) receiver.setStatus("reconnecting");
    // The first time at once: a connection that was cut is most often there again.
    if (attempts > 0) {
      const own = backoffDelay(attempts - 1, backoff, Math.random());
      const asked = askedWait(reason);
      // A network that comes and goes is not to have a server asked at every turn.
      const minMs = Math.max(asked, Math.min(LEAST_MS, own));
      const isWoken = await sleepUntilOnline({ ms: Math.max(asked, own), minMs }, signal);
      if (isWoken) attempts = failures = 0;
    }
    reason = undefined;
    receiver.handleConnect(streamCursor.current() !== undefined);
    try {
      const { onCursor } = streamCursor;
      const prepared = { ...(await interruptible.waitFor(makeInput())), onCursor };
      await consumeAgent(agent, prepared, interruptible, streamCursor.createReader(receiver));
    } catch (error) {
      if (signal.aborted || !isConnectionLoss(error)) throw error;
      reason = error;
    }
    if (receiver.hasReceived) hasHeard = true;
    const isBroken = reason !== undefined;
    if (await receiver.handleDisconnect(streamCursor.current() !== undefined, isBroken))
      return true;
    // A server that knows of no run has nothing to add to what is there.
    if (!hasHeard && !reason && !hasStarted) return false;
    if (receiver.hasNewEvents) attempts = failures = 0;
    else {
      attempts += 1;
      if (!isNavigatorOffline()) failures += 1;
    }
    if (failures >= backoff.attempts) throw lost(failures, reason);
  }
}

/** How soon after a failure the server is asked again at the earliest. */
const LEAST_MS = 250;

/** A server that wants to be left alone for longer is asked all the same: nobody looks at a page for hours. */
const LONGEST_ASKED_MS = 300_000;

/** How long a server wants to be left alone. */
function askedWait(reason: unknown): number {
  const ms = reason instanceof AgentKitError ? reason.context.retryAfterMs : 0;
  return Math.min(ms ?? 0, LONGEST_ASKED_MS);
}

async function* nothing(): AsyncGenerator<never> {}

function lost(attempts: number, cause: unknown): AgentKitError {
  const why = cause instanceof Error ? ` ${cause.message}` : "";
  return new AgentKitError(
    "network",
    `The connection was lost, and ${attempts} attempts to reconnect failed. What you see is saved. Try again.${why}`,
    { cause },
  );
}

import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { present } from "../../protocol/present.ts";
import type { Interruptible } from "../interruptible.ts";
import { readAgent } from "../readAgent.ts";
import type { RunContext } from "../runContext.ts";
import { BACKOFF, isOffline, waitFor, waitOrWake } from "./backoff.ts";
import type { MakeInput } from "./connectInput.ts";
import { isDrop } from "./isDrop.ts";
import type { Position } from "./position.ts";
import type { Telling } from "./tellingTypes.ts";

/** What is read on. */
export interface ToReadOn {
  readonly makeInput: MakeInput;
  readonly telling: Telling;
  readonly position: Position;
  /** Whether a run broke off here: then an empty answer is a failure as well. */
  readonly isDropped?: boolean;
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
export async function readOn<TState>(
  context: RunContext<TState>,
  interruptible: Interruptible,
  { makeInput, telling, position, isDropped = false }: ToReadOn,
): Promise<boolean> {
  const { options, signal } = context;
  const backoff = { ...BACKOFF, ...options.reconnect };
  const agent: Agent = {
    run: (input, given) =>
      // Who has none is never read on.
      options.agent.connect?.(input, present({ ...given, cursor: position.cursor() })) ?? nothing(),
  };
  let hasHeard = false;
  let reason: unknown;
  /** In a row, of which each makes the next wait longer, and those that count. */
  let attempts = 0;
  let failures = 0;
  for (;;) {
    if (isDropped || hasHeard || reason) telling.setStatus("reconnecting");
    // The first time at once: a connection that was cut is most often there again.
    if (attempts > 0) {
      const own = waitFor(attempts - 1, backoff, Math.random());
      const asked = askedWait(reason);
      // A network that comes and goes is not to have a server asked at every turn.
      const leastMs = Math.max(asked, Math.min(LEAST_MS, own));
      const isWoken = await waitOrWake({ ms: Math.max(asked, own), leastMs }, signal);
      if (isWoken) attempts = failures = 0;
    }
    reason = undefined;
    telling.connected(position.cursor() !== undefined);
    try {
      const { onCursor } = position;
      const prepared = { ...(await interruptible.wait(makeInput())), onCursor };
      await readAgent(agent, prepared, interruptible, position.follow(telling));
    } catch (error) {
      if (signal.aborted || !isDrop(error)) throw error;
      reason = error;
    }
    if (telling.hasHeard) hasHeard = true;
    const isBroken = reason !== undefined;
    if (await telling.disconnected(position.cursor() !== undefined, isBroken)) return true;
    // A server that knows of no run has nothing to add to what is there.
    if (!hasHeard && !reason && !isDropped) return false;
    if (telling.hasNews) attempts = failures = 0;
    else {
      attempts += 1;
      if (!isOffline()) failures += 1;
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

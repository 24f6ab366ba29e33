import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { present } from "../../protocol/present.ts";
import { editRun, expectReplay } from "../../reducer/turn.ts";
import type { Interruptible } from "../interruptible.ts";
import { readAgent } from "../readAgent.ts";
import type { RunContext } from "../runContext.ts";
import { createStreamReader, type StreamReader } from "../streamReader.ts";
import { BACKOFF, pause, waitFor } from "./backoff.ts";
import { isDrop } from "./isDrop.ts";

/** A run that is read on. */
export interface Dropped {
  readonly input: RunAgentInput;
  /** The last position that was read. */
  readonly cursor?: string | undefined;
  /** What has read the stream until it broke off; absent when this page has read none of it. */
  readonly reader?: StreamReader;
  /** Why it broke off; absent when nothing is known to have gone wrong. */
  readonly reason?: unknown;
}

/**
 * Takes a run up again whose stream broke off, and does so until it has ended, or nothing can be had any
 * more. An agent that knows positions goes on where it was; any other tells the run again from its start,
 * and it is rebuilt.
 *
 * @returns Whether anything was heard.
 * @throws what the last attempt failed with; the signal's reason when it aborts
 */
export async function readOn<TState>(
  context: RunContext<TState>,
  interruptible: Interruptible,
  dropped: Dropped,
): Promise<boolean> {
  const { getSnapshot, commit, options, signal, changes } = context;
  const { input } = dropped;
  const backoff = { ...BACKOFF, ...options.reconnect };
  let { cursor, reader, reason } = dropped;
  let hasHeard = false;
  let hasHeardNow = false;

  const agent: Agent = {
    run: (input, { signal }) => {
      const onCursor = (position: string) => {
        cursor = position;
        changes.take({ cause: { name: "cursor", cursor: position } });
      };
      // Who has none is never read on.
      return options.agent.connect?.(input, present({ signal, cursor, onCursor })) ?? nothing();
    },
  };

  function handle(yielded: unknown): void | Promise<void> {
    if (!hasHeardNow) {
      hasHeardNow = true;
      hasHeard = true;
      const isTold = startsRun(yielded);
      if (isTold) commit(expectReplay(getSnapshot()));
      else commit(editRun(getSnapshot(), { status: "streaming" }));
      if (isTold || !reader) reader = createStreamReader(context, input.runId);
    }
    return reader?.(yielded);
  }

  for (let attempt = 0; ; attempt++) {
    if (attempt >= backoff.attempts) throw reason ?? incomplete();
    if (attempt > 0 || dropped.reason) {
      commit(editRun(getSnapshot(), { status: "reconnecting" }), "now");
    }
    // The first time at once: a connection that was cut is most often there again.
    if (attempt > 0) await pause(waitFor(attempt - 1, backoff, Math.random()), signal);
    hasHeardNow = false;
    reason = undefined;
    try {
      await readAgent(agent, { input }, interruptible, handle);
    } catch (error) {
      if (signal.aborted || !isDrop(error)) throw error;
      reason = error;
    }
    const { phase } = getSnapshot().ledger;
    if (hasHeard && phase !== "active" && phase !== "none") return true;
    // A server that knows of no run has nothing to add to what is there.
    if (!hasHeard && !reason && !dropped.reason) return false;
    if (hasHeardNow) attempt = 0;
  }
}

async function* nothing(): AsyncGenerator<never> {}

/** Whether the first of what an agent yields is the start of a run. */
function startsRun(yielded: unknown): boolean {
  const first: unknown = Array.isArray(yielded) ? yielded[0] : yielded;
  return isRecord(first) && first.type === "RUN_STARTED";
}

const incomplete = () =>
  new AgentKitError("incomplete-stream", "The run could not be taken up again. Retry to go on.");

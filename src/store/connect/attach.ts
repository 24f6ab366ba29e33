import { AgentKitError } from "../../protocol/errors.ts";
import { beginRun } from "../../reducer/transitions.ts";
import { buildInput } from "../buildInput.ts";
import { createInterruptible } from "../interruptible.ts";
import { readAct } from "../log/entries.ts";
import { openLog } from "../log/openLog.ts";
import type { RunContext } from "../runContext.ts";
import { finishRun } from "../runLoop.ts";
import type { ThreadCore } from "../threadCore.ts";
import type { RunResult } from "../types.ts";
import { readOn } from "./readOn.ts";

/**
 * Attaches to what goes on in a thread at the server, or lets it tell what was said; see `Thread.connect`.
 * What is known already is not changed by that.
 */
export async function connect<TState>(core: ThreadCore<TState>): Promise<RunResult> {
  await core.stopping();
  core.assertReady();
  if (!core.options.agent.connect) {
    throw new AgentKitError("invalid-argument", "This agent cannot connect to a thread.");
  }
  return core.attach((context) => attach(core, context));
}

/** Reads a run on that a reload has cut off, or that another client has begun. */
export async function attach<TState>(
  core: ThreadCore<TState>,
  context: RunContext<TState>,
): Promise<RunResult> {
  const { getSnapshot, commit, createId, now, signal } = context;
  const before = getSnapshot();
  const { isAttached } = before.ledger;
  const isCutOff = isAttached || isBroken(before.run.error?.code);
  const runId = before.run.runId ?? createId();
  const known = new Set(before.messages.map(({ id }) => id));
  if (!isAttached) {
    const begun = { runId, toolNames: [...core.tools.all().keys()], at: now() };
    const next = beginRun(before, begun);
    commit(next, "now", { name: "run", ...begun });
  }
  const interruptible = createInterruptible(signal);
  let failure: { readonly thrown: unknown } | undefined;
  try {
    const hasHeard = await readOn(context, interruptible, {
      input: buildInput(getSnapshot(), { runId }),
      ...(isCutOff && { cursor: lastCursor(core), reason: before.run.error ?? "reload" }),
    });
    if (!hasHeard) {
      // There is nothing to be told: everything is as it was.
      context.release();
      commit({ ...before, ledger: { ...before.ledger, isAttached: false } }, "now");
      const { outcome = "success", result } = before.run;
      return { outcome, result, newMessages: [] };
    }
  } catch (thrown) {
    failure = { thrown };
  }
  interruptible.release();
  return finishRun(context, { failure, known });
}

const isBroken = (code = "") =>
  code === "network" || code === "incomplete-stream" || code === "timeout";

/** The position that was read last of the last run. */
function lastCursor<TState>(core: ThreadCore<TState>): string | undefined {
  const { entries } = openLog(core);
  for (const entry of [...entries].reverse()) {
    const act = readAct(entry);
    if (act?.name === "run") return undefined;
    if (act?.name === "cursor") return String(act.value.cursor);
  }
  return undefined;
}

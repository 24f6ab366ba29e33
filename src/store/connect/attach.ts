import { AgentKitError } from "../../protocol/errors.ts";
import { share } from "../../reducer/share.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { editRun } from "../../reducer/turn.ts";
import { createInterruptible } from "../interruptible.ts";
import type { RunContext } from "../runContext.ts";
import { executeRun, finishRun } from "../runLoop.ts";
import { newTurn } from "../threadBase.ts";
import type { ThreadCore } from "../threadCore.ts";
import type { RunResult } from "../types.ts";
import { asItIs } from "./asItIs.ts";
import { hasFailedToConnect, showConnectFailure, withoutConnectFailure } from "./connectFailure.ts";
import { connectInput } from "./connectInput.ts";
import { isUnknown } from "./isDrop.ts";
import { listen } from "./listen.ts";
import { lostRun } from "./lostRun.ts";
import { openThread } from "./opening.ts";
import { withPageParts } from "./pageParts.ts";
import { createPosition } from "./position.ts";
import { readOn } from "./readOn.ts";
import { createTelling } from "./telling.ts";
import { readTold } from "./told.ts";

/**
 * Attaches to what goes on in a thread at the server, or lets it tell what was said; see `Thread.connect`.
 * What is known already is not changed by that.
 */
export async function connect<TState>(core: ThreadCore<TState>): Promise<RunResult> {
  await core.stopping();
  core.assertReady();
  if (!core.options.agent.connect && !core.options.agent.history) {
    throw new AgentKitError("invalid-argument", "This agent cannot connect to a thread.");
  }
  Object.assign(core.memory, newTurn());
  return core.attach((context) => tryToConnect(core, context));
}

async function tryToConnect<TState>(
  core: ThreadCore<TState>,
  context: RunContext<TState>,
): Promise<RunResult> {
  const lost = lostRun(core);
  const goneOn = lost && (await goOnWith(context, lost));
  if (goneOn) return goneOn;
  context.show(withoutConnectFailure(context.getSnapshot()));
  const result = await openThread(context, listen);
  showConnectFailure(context, result);
  return result;
}

/**
 * Takes a run up that was going on when the thread was stored, in a turn that begins at once.
 *
 * @param mid - The thread as it was then; it has been cut off since.
 */
export function takeUpRun<TState>(core: ThreadCore<TState>, mid: Snapshot<TState>): void {
  Object.assign(core.memory, newTurn());
  const work = async (context: RunContext<TState>) =>
    (await goOnWith(context, mid)) ?? asItIs(core.getSnapshot());
  // Another page may be running the agent by now, which is as good.
  core.attach(work).catch(() => {});
}

/**
 * Takes up a run whose connection was lost, and runs the agent again when the server knows nothing of it.
 * Connects again where nothing else has failed.
 */
export async function retryRun<TState>(
  core: ThreadCore<TState>,
  context: RunContext<TState>,
): Promise<RunResult> {
  if (hasFailedToConnect(core.getSnapshot().run)) return tryToConnect(core, context);
  const lost = core.options.agent.connect && lostRun(core);
  const result = lost && (await goOnWith(context, lost));
  return result ?? executeRun(lost ? { ...context, from: core.getSnapshot() } : context);
}

/**
 * Goes on with a run that broke off.
 *
 * @returns What it has come to; nothing when the server knows of no such run, and all is as it was.
 */
async function goOnWith<TState>(
  context: RunContext<TState>,
  mid: Snapshot<TState>,
): Promise<RunResult | undefined> {
  const { getSnapshot, commit, listeners, signal, memory } = context;
  const before = getSnapshot();
  const runId = mid.run.runId ?? "";
  memory.isSent = true;
  commit(editRun(withPageParts(mid, before, mid), { status: "reconnecting" }), "now");
  const { opening, cursor } = readTold(context, getSnapshot());
  const known = [opening().messages];
  const interruptible = createInterruptible(signal);
  const telling = createTelling(context, { runId });
  // What chunks have opened is known to nobody but who has read them.
  const position = createPosition(context, hasOpenStream(mid) ? undefined : cursor);
  let failure: { readonly thrown: unknown } | undefined;
  let hasHeard = false;
  listeners.notify("onRunStart", { runId });
  try {
    const makeInput = connectInput(context, runId);
    hasHeard = await readOn(context, interruptible, { makeInput, telling, position });
  } catch (thrown) {
    hasHeard = signal.aborted || !isUnknown(thrown);
    failure = { thrown };
  }
  interruptible.release();
  if (hasHeard) return finishRun(context, { failure, known });
  commit(share(before, withPageParts(before, getSnapshot(), before)), "now");
  return undefined;
}

function hasOpenStream({ ledger }: Snapshot): boolean {
  return [ledger.text, ledger.reasoning, ledger.toolCalls].some((entries) =>
    Object.values(entries).some((entry) => entry.isOpen),
  );
}

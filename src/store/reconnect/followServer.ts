import { AgentKitError } from "../../protocol/errors.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { beginReplay, editRun } from "../../reducer/toolUpdates.ts";
import { createAbortable } from "../run/abortable.ts";
import { finishRun } from "../run/executeRun.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { connectInput } from "./connectInput.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver.ts";
import { createStreamCursor } from "./streamCursor.ts";

/** Listens to what a server tells of a thread that is at rest. */
export async function followServer(
  context: RunContext,
  runId = context.createId(),
): Promise<RunResult> {
  const { getSnapshot, commit, replaceSnapshot, tools, now, listeners, signal, turnState } =
    context;
  const before = getSnapshot();
  const known = [before.messages];
  let hasBegun = false;
  const receiver = createReplayReceiver(context, {
    runId,
    onStart() {
      hasBegun = true;
      turnState.isSent = true;
      const begun = { runId, toolNames: [...tools.getTools().keys()], at: now() };
      commit(beginReplay(getSnapshot(), begun), "now", { name: "run", ...begun });
      listeners.notify("onRunStart", { runId });
    },
  });
  // The log need not know that nothing has happened yet.
  const waiting = editRun(before, { status: "submitted" });
  replaceSnapshot(waiting);
  const interruptible = createAbortable(signal);
  let failure: { readonly thrown: unknown } | undefined;
  try {
    const makeInput = connectInput(context, runId);
    await reconnectLoop(context, interruptible, {
      makeInput,
      receiver,
      streamCursor: createStreamCursor(context),
    });
  } catch (thrown) {
    failure = { thrown };
  }
  interruptible.release();
  if (!hasBegun) {
    const { run } = before;
    context.release();
    replaceSnapshot(replaceEqualDeep(before, { ...getSnapshot(), run }));
    if (!failure) return currentRunResult(before);
    const outcome = signal.aborted ? "cancelled" : "error";
    const error = signal.aborted ? undefined : asError(failure.thrown);
    return { outcome, result: undefined, newMessages: [], ...(error && { error }) };
  }
  if (!failure && isUnchanged(getSnapshot(), before)) {
    const result = currentRunResult(before);
    context.release();
    commit(replaceEqualDeep(before, keepLocalChanges(before, getSnapshot(), before)), "now");
    listeners.notify("onRunEnd", result);
    return result;
  }
  if (!signal.aborted && getSnapshot().tracking.phase === "none") commit(ended(getSnapshot()));
  const isCutAtRest = failure !== undefined && !signal.aborted && isAtRest(getSnapshot());
  const result = finishRun(context, { failure, previousMessages: known });
  // The last run has ended as it said; what may have followed it could not be had.
  return isCutAtRest ? { ...result, outcome: "error", error: asError(failure?.thrown) } : result;
}

/** Whether the last run that was told has ended well. */
function isAtRest({ tracking }: Snapshot): boolean {
  return tracking.phase === "finished";
}

/** Whether a thread that was told anew is the one that was there. */
function isUnchanged(next: Snapshot, before: Snapshot): boolean {
  const keys = ["messages", "state", "interrupts", "annotations", "subagents", "issues"] as const;
  return keys.every((key) => Object.is(replaceEqualDeep(before[key], next[key]), before[key]));
}

/** A server that tells the messages of a thread, and no run of it, has told all. */
function ended(snapshot: Snapshot): Snapshot {
  const { tracking } = snapshot;
  const told = editRun(snapshot, { outcome: "success" });
  return { ...told, tracking: { ...tracking, phase: "finished" } };
}

function asError(thrown: unknown): AgentKitError {
  if (thrown instanceof AgentKitError) return thrown;
  return new AgentKitError("agent-failed", "The agent failed to connect.", { cause: thrown });
}

/** What comes of asking about a thread of which nothing new was told: how its last run has ended. */
export function currentRunResult({ run }: Snapshot): RunResult {
  const { outcome = "success", result } = run;
  return { outcome, result, newMessages: [] };
}

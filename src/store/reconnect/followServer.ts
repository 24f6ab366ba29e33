import { AgentKitError } from "../../protocol/errors.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import { beginReplay, editRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { snapshotAtPosition } from "../eventLog/branchPositions.ts";
import { openLog } from "../eventLog/eventLog.ts";
import { jumpToPosition } from "../eventLog/jumpToPosition.ts";
import { runEndPosition } from "../eventLog/runEndPosition.ts";
import { createAbortable } from "../run/abortable.ts";
import { finishRun } from "../run/executeRun.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { connectInput } from "./connectInput.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";
import { reconnectLoop } from "./reconnectLoop.ts";
import { createReplayReceiver } from "./replayReceiver/replayReceiver.ts";
import { skipCallsOfOtherDevice } from "./skipCallsOfOtherDevice.ts";
import { createStreamCursor } from "./streamCursor.ts";

/** Connects an idle thread to its server and applies the events that the server replays or streams. */
export async function followServer(
  context: RunContext,
  runId = context.createId(),
): Promise<RunResult> {
  const { getBaseSnapshot, commit, replaceSnapshot, tools, now, listeners, signal, turnState } =
    context;
  const before = getBaseSnapshot();
  const previousMessages = [before.messages];
  let hasStarted = false;
  const begin = () => {
    const start = { runId, toolNames: [...tools.getTools().keys()], at: now() };
    commit(beginReplay(getBaseSnapshot(), start), "now", { name: "run", ...start });
    // The next run of this tab follows the received one, not an earlier branch point.
    context.newBranch.parentRunId = undefined;
  };
  const receiver = createReplayReceiver(context, {
    runId,
    onStart() {
      hasStarted = true;
      turnState.isSent = true;
      begin();
      listeners.notify("onRunStart", { runId });
    },
    onBranch(parentRunId) {
      if (jumpToRun(context, parentRunId) && hasStarted) begin();
    },
  });
  // Not logged: nothing has happened yet.
  const waiting = editRun(before, { status: "submitted" });
  replaceSnapshot(waiting);
  const abortable = createAbortable(signal);
  let failure: { readonly thrown: unknown } | undefined;
  try {
    const makeInput = connectInput(context, runId);
    await reconnectLoop(context, abortable, {
      makeInput,
      receiver,
      streamCursor: createStreamCursor(context),
    });
  } catch (thrown) {
    failure = { thrown };
  }
  abortable.removeListener();
  if (!hasStarted) {
    const { run } = before;
    context.markIdle();
    replaceSnapshot(replaceEqualDeep(before, { ...getBaseSnapshot(), run }));
    if (!failure) return currentRunResult(before);
    const outcome = signal.aborted ? "cancelled" : "error";
    const error = signal.aborted ? undefined : asError(failure.thrown);
    return { outcome, result: undefined, newMessages: [], ...(error && { error }) };
  }
  if (!failure && hasSameContent(getBaseSnapshot(), before)) {
    const result = currentRunResult(before);
    context.markIdle();
    commit(replaceEqualDeep(before, keepLocalChanges(before, getBaseSnapshot(), before)), "now");
    listeners.notify("onRunEnd", result);
    return result;
  }
  if (!signal.aborted && getBaseSnapshot().tracking.phase === "none")
    commit(withFinishedRun(getBaseSnapshot()));
  const isCutAfterRun =
    failure !== undefined && !signal.aborted && hasFinishedRun(getBaseSnapshot());
  const result = finishRun(context, {
    failure,
    previousMessages,
    beforeCalls: (ended) => skipCallsOfOtherDevice(ended, before, tools.getTools()),
  });
  // The last run has ended; only runs after it are missing.
  return isCutAfterRun ? { ...result, outcome: "error", error: asError(failure?.thrown) } : result;
}

/** Returns to the end of a run, after which a received run begins a branch. False when the thread does not have the run. */
function jumpToRun(context: RunContext, runId: string): boolean {
  const log = openLog(context);
  const position = runEndPosition(log, runId);
  if (position === undefined || position === log.entries.length) return false;
  const { messages } = snapshotAtPosition(log, position);
  jumpToPosition(context, position, messages.at(-1)?.id ?? "");
  return true;
}

/** True when the last received run has finished. */
function hasFinishedRun({ tracking }: Snapshot): boolean {
  return tracking.phase === "finished";
}

/** True when a replay has left messages, state, interrupts, annotations, sub-agents and issues as they were. */
function hasSameContent(next: Snapshot, before: Snapshot): boolean {
  const keys = ["messages", "state", "interrupts", "annotations", "subagents", "issues"] as const;
  return keys.every((key) => Object.is(replaceEqualDeep(before[key], next[key]), before[key]));
}

/** Ends a replay that contained messages and no run. */
function withFinishedRun(snapshot: Snapshot): Snapshot {
  const { tracking } = snapshot;
  const withFinishedRun = editRun(snapshot, { outcome: "success" });
  return { ...withFinishedRun, tracking: { ...tracking, phase: "finished" } };
}

function asError(thrown: unknown): AgentKitError {
  if (thrown instanceof AgentKitError) return thrown;
  return new AgentKitError(
    "agent-failed",
    "The agent failed to connect. `cause` has its error; check the connection of the server.",
    { cause: thrown },
  );
}

/** Returns the result of the last run, for a connection that received nothing new. */
export function currentRunResult({ run }: Snapshot): RunResult {
  const { outcome = "success", result } = run;
  return { outcome, result, newMessages: [] };
}

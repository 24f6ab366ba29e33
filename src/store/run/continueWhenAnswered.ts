import { AgentKitError } from "../../protocol/errors.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { yieldToMain } from "../../protocol/scheduling.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { findStopReason, isFullyAnswered } from "./stopConditions.ts";

/** Runs the agent after an answer when no call or interrupt is open any more. */
export function continueWhenAnswered(internals: ThreadInternals): void {
  // During a turn, the tool loop continues by itself.
  if (internals.isBusy() || !isFullyAnswered(internals.getBaseSnapshot())) return;
  const reason = findStopReason(internals);
  if (reason) {
    internals.commit(
      editRun(internals.getBaseSnapshot(), { status: "idle", stopReason: reason }),
      "now",
    );
    return;
  }
  internals.turnState.automaticRuns++;
  sendAnswers(internals).catch(reportUncaught);
}

/** Number of attempts to send answers while another tab holds the lock of the thread, each of up to a second. */
const MAX_ATTEMPTS = 5;

/** Runs the agent, unless another tab runs it: two tabs may give the last answer at the same moment. */
async function sendAnswers(internals: ThreadInternals): Promise<void> {
  const { runId } = internals.getBaseSnapshot().run;
  for (let attempt = 1; ; attempt++) {
    try {
      await internals.runWithLastParameters(waitForReactCommit());
      return;
    } catch (error) {
      if (!(error instanceof AgentKitError && error.code === "thread-busy")) throw error;
      const snapshot = internals.getBaseSnapshot();
      const isUnsent =
        snapshot.run.runId === runId && !isRunning(snapshot.run) && isFullyAnswered(snapshot);
      if (!isUnsent || internals.isBusy()) return;
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Tasks to wait for: React renders in one task and may run effects in the next. */
const TASK_COUNT = 2;

/** Longest wait for a browser that is never idle, in milliseconds. */
const BUSY_LIMIT_MS = 1000;

/**
 * Waits until React has rendered a change of a tool or the user, so that context entries that
 * effects update are sent with the answer.
 */
export async function waitForReactCommit(): Promise<void> {
  for (let task = 0; task < TASK_COUNT; task++) await yieldToMain();
  await waitForQueuedTasks();
}

/**
 * Waits until the browser has no other task to do. React divides a slow render into any number of tasks, and queues
 * the next one before it ends a task. Resolves at once where tasks have no priorities, such as in Safari.
 */
async function waitForQueuedTasks(): Promise<void> {
  // The types declare it for every browser.
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  if (!scheduler?.postTask) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BUSY_LIMIT_MS);
  });
  await Promise.race([scheduler.postTask(() => {}, { priority: "background" }), limit]);
  clearTimeout(timer);
}

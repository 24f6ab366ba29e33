import { isRunning } from "../reducer/isRunning.ts";
import type { Snapshot } from "../reducer/snapshot.ts";

/** True when the thread waits for a user's answer, including while other tool handlers of the turn still run. */
export function isWaitingForUser({ run, toolCalls }: Snapshot): boolean {
  return (
    run.status === "waiting" ||
    run.pendingToolCallIds.some((id) => toolCalls[id]?.status === "waiting")
  );
}

/** True when every interrupt has an answer, but the run that would send the answers did not start. */
export function hasUnsentAnswers({ run, interrupts }: Snapshot): boolean {
  const isOver = run.status === "idle" || run.status === "waiting";
  if (!isOver || interrupts.length === 0 || run.pendingToolCallIds.length > 0) return false;
  return interrupts.every(({ answer }) => answer);
}

/**
 * Returns true when the agent no longer works on a message. The thread neither runs nor waits for an answer, or the
 * user has sent another message since. A run that changes an activity of an earlier turn works on it again.
 *
 * @param messageId - `undefined` for what belongs to the last run.
 */
export function isWorkOver(snapshot: Snapshot, messageId: string | undefined): boolean {
  const { run, messages, tracking } = snapshot;
  if (run.status === "idle" || run.status === "error") return true;
  if (messageId === undefined || Object.hasOwn(tracking.activities, messageId)) return false;
  const last = messages.findLast(
    ({ id, role, subagentRunId }) => id === messageId || (role === "user" && !subagentRunId),
  );
  return last !== undefined && last.id !== messageId;
}

/** @internal Returns true while a run of the thread is under way. */
export function selectIsRunning({ run }: Pick<Snapshot, "run">): boolean {
  return isRunning(run);
}

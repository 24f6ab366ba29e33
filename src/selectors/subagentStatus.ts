import { isRunning } from "../reducer/isRunning.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, SubagentInfo } from "../reducer/snapshot.ts";
import type { InterruptRecord } from "./interruptPlacement.ts";

/**
 * Returns the status of a sub-agent; its own events count for the run in which they arrive. A sub-agent without events is
 * running while the current run streams its content, and suspended while one of its interrupts is open. The same holds for a
 * sub-agent that was suspended in an earlier run.
 *
 * @param interrupts - The interrupts of the sub-agent and of its descendants.
 */
export function subagentStatus(
  snapshot: Snapshot,
  id: string,
  interrupts: readonly InterruptRecord[],
): SubagentInfo["status"] {
  const status = getOwn(snapshot.subagents, id)?.status;
  if (status !== undefined && getOwn(snapshot.tracking.subagents, id)) {
    // After the answers are sent, the sub-agent no longer waits for the user.
    return status === "suspended" && isContinuing(snapshot, interrupts) ? "running" : status;
  }
  if (hasStreamed(snapshot, id)) return "running";
  if (status !== undefined && status !== "suspended") return status;
  if (interrupts.some(({ answer }) => !answer)) return "suspended";
  if (status === undefined) return "finished";
  if (isContinuing(snapshot, interrupts)) return "running";
  return snapshot.interrupts.length === 0 ? "finished" : status;
}

/** True for a sub-agent that is running or suspended. */
export function isSubagentActive(
  snapshot: Snapshot,
  id: string,
  interrupts: readonly InterruptRecord[],
): boolean {
  const status = subagentStatus(snapshot, id, interrupts);
  return status === "running" || status === "suspended";
}

/** True while the run that received the answers to these interrupts is running. */
function isContinuing(
  { run, interrupts: open }: Snapshot,
  interrupts: readonly InterruptRecord[],
): boolean {
  return isRunning(run) && open.some((record) => record.answer && interrupts.includes(record));
}

/** True when the sub-agent has streamed content in the current run. */
function hasStreamed({ run, tracking }: Snapshot, id: string): boolean {
  if (!isRunning(run) || tracking.phase !== "active") return false;
  const { text, reasoning, reasoningSpans, toolCalls, activities } = tracking;
  return [text, reasoning, reasoningSpans, toolCalls, activities].some((entries) =>
    Object.values(entries).some(({ subagentRunId }) => subagentRunId === id),
  );
}

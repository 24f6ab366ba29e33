import { isRunning } from "../reducer/isRunning.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot, SubagentInfo } from "../reducer/snapshot.ts";
import type { InterruptRecord } from "./interruptPlacement.ts";

/**
 * How far a sub-agent is. What it says of itself counts for the run in which it says it. One that
 * says nothing runs while a run goes on in which it has made something, and waits while what it
 * asked is open; so does one that was suspended in an earlier run.
 *
 * @param asked - What it, or one of its own, asked a person.
 */
export function statusOf(
  snapshot: Snapshot,
  id: string,
  asked: readonly InterruptRecord[],
): SubagentInfo["status"] {
  const said = getOwn(snapshot.subagents, id)?.status;
  if (said !== undefined && getOwn(snapshot.tracking.subagents, id)) {
    // Once the answers are on their way, it is not the person who is waited for.
    return said === "suspended" && isAnswered(snapshot, asked) ? "running" : said;
  }
  if (hasStreamed(snapshot, id)) return "running";
  if (said !== undefined && said !== "suspended") return said;
  if (asked.some(({ answer }) => !answer)) return "suspended";
  if (said === undefined) return "finished";
  if (isAnswered(snapshot, asked)) return "running";
  return snapshot.interrupts.length === 0 ? "finished" : said;
}

/** Whether one is not done: it runs, or it waits. */
export function isActive(
  snapshot: Snapshot,
  id: string,
  asked: readonly InterruptRecord[],
): boolean {
  const status = statusOf(snapshot, id, asked);
  return status === "running" || status === "suspended";
}

/** Whether the run goes on that carries the answers to what was asked. */
function isAnswered({ run, interrupts }: Snapshot, asked: readonly InterruptRecord[]): boolean {
  return isRunning(run) && interrupts.some((record) => record.answer && asked.includes(record));
}

/** Whether it has made something in the run that goes on. */
function hasStreamed({ run, tracking }: Snapshot, id: string): boolean {
  if (!isRunning(run) || tracking.phase !== "active") return false;
  const { text, reasoning, reasoningSpans, toolCalls, activities } = tracking;
  return [text, reasoning, reasoningSpans, toolCalls, activities].some((entries) =>
    Object.values(entries).some(({ owner }) => owner === id),
  );
}

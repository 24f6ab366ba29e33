import { findMessage } from "../../reducer/messageIndex.ts";
import { serverIdOf } from "../../reducer/serverIds.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { lookUpLastRun } from "./lookUpLastRun.ts";

/** Snapshots before a replay. */
interface ResumedRun {
  /** The snapshot with the messages that the run was sent, before its first event. */
  readonly sent: Snapshot;
  /** The snapshot when the connection was lost. */
  readonly interrupted: Snapshot;
}

/**
 * True when a replay has the requested run, or a message after those that were sent. The history of a thread alone
 * answers nothing, also when the server wraps a run around it.
 */
export function isRunResumed(context: RunContext, { sent, interrupted }: ResumedRun): boolean {
  const current = context.getBaseSnapshot();
  const { run, tracking } = current;
  if (tracking.phase === "none") return false;
  // An error or an interrupt is an answer.
  const hasOtherOutcome = run.outcome !== undefined && run.outcome !== "success";
  if (hasOtherOutcome || hasReply(current, sent)) return true;
  if (run.runId !== interrupted.run.runId) return false;
  return interrupted.tracking.phase !== "none" || !isOldHistory(context, current);
}

/** True when a message other than of a user comes after those that were sent. */
function hasReply({ messages, tracking }: Snapshot, sent: Snapshot): boolean {
  // The server may have renamed the messages that were sent.
  const ids = new Set([...sent.messages.map(({ id }) => id), ...tracking.sentIds]);
  const last = messages.findLastIndex(({ id }) => ids.has(id));
  return messages.slice(last + 1).some(({ role }) => role !== "user");
}

/** Types of the events of a run that only wraps the history of a thread. */
const HISTORY = /^(RUN_STARTED|RUN_FINISHED|(MESSAGES|STATE)_SNAPSHOT)$/;

/** True when the last run only states messages without the last one that was sent. */
function isOldHistory(context: RunContext, current: Snapshot): boolean {
  const last = findMessage(current, current.tracking.sentIds.at(-1) ?? "");
  const events = lookUpLastRun(context, current).events();
  const stated = events.flatMap((event) =>
    event.type === "MESSAGES_SNAPSHOT" ? [event.messages] : [],
  );
  if (!last || stated.length === 0 || events.some(({ type }) => !HISTORY.test(type))) return false;
  const serverId = serverIdOf(last);
  return !stated.some((messages) => messages.some(({ id }) => id === serverId));
}

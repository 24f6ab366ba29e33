import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { EventLog } from "./eventLog.ts";
import { readAction } from "./logEntries.ts";
import { runIdsIn, startedRunId, statusSetIn } from "./runsInEntry.ts";

/**
 * Returns the position where a run had ended, on any branch: before further messages, and after automatic tool
 * results. For the run `A`:
 *
 * ```text
 * 0 run A   1 RUN_STARTED A   2 text   3 RUN_FINISHED A   4 end   5 run B      → 5, after its end
 * 0 run A   1 RUN_STARTED A   2 text   3 jump                                  → 3, it was never ended
 * 0 RUN_STARTED A   1 RUN_FINISHED A   2 RUN_STARTED B   3 RUN_FINISHED B      → 2, both came over one connection
 * ```
 *
 * A run whose tool calls this tab executes (`executing`) ends after their results.
 *
 * @returns `undefined` for a run that neither the log nor the base contains.
 */
export function runEndPosition(log: EventLog, runId: string): number | undefined {
  const { entries } = log;
  const start = startOf(log, runId);
  if (start === undefined) return undefined;
  const end = endOf(log, start, runId);
  const next = entries[end];
  if (!next || statusSetIn(next) !== "executing") return end;
  for (const [position, entry] of entriesFrom(entries, end + 1)) {
    const name = readAction(entry)?.name;
    if (name === "run" || name === "jump") return position;
    // The remaining calls wait for the user.
    if ((statusSetIn(entry) ?? "executing") !== "executing") return position + 1;
  }
  return entries.length;
}

/** Yields the entries from a position on, each with its position. */
function* entriesFrom(entries: readonly Event[], start: number): Generator<[number, Event]> {
  for (let position = start; position < entries.length; position++) {
    const entry = entries[position];
    if (entry) yield [position, entry];
  }
}

/** Returns the position where a run begins; -1 when `base` ends with the run; undefined for an unknown run. */
function startOf({ base, entries }: EventLog, runId: string): number | undefined {
  const startedAt = entries.findLastIndex(
    // An entry that returns to an ended run does not start it.
    (entry) => startedRunId(entry) === runId && !isEndStatus(statusSetIn(entry)),
  );
  if (startedAt >= 0) return startedAt;
  if (base.run.runId === runId) return -1;
  // The run was received together with others.
  const receivedAt = entries.findIndex((entry) => runIdsIn(entry).includes(runId));
  return receivedAt < 0 ? undefined : receivedAt;
}

/**
 * Returns the position where a run was over. An interrupted run has no end of its own: the tab that found it
 * has recorded the status.
 */
function endOf(log: EventLog, start: number, runId: string): number {
  const { base, entries } = log;
  let end = start < 0 && isEndStatus(base.run.status) ? 0 : undefined;
  for (const [position, entry] of entriesFrom(entries, start + 1)) {
    const name = readAction(entry)?.name;
    if (name === "end") end ??= position + 1;
    // The next end belongs to another run.
    if (name === "run" || name === "jump") return end ?? position;
    const isNext = runIdsIn(entry).some((id) => id !== runId);
    if (isNext && hasReceivedEnd(log.snapshotAt(position), runId)) return end ?? position;
    const status = statusSetIn(entry);
    if (isEndStatus(status)) end ??= position + 1;
    // The run was resumed.
    else if (status === "reconnecting") end = undefined;
  }
  return end ?? entries.length;
}

function isEndStatus(status: unknown): boolean {
  return status === "idle" || status === "waiting" || status === "error";
}

/** True when the last received event is the end of that run. */
function hasReceivedEnd({ tracking }: Snapshot, runId: string): boolean {
  const { phase, connectionRunIds } = tracking;
  return connectionRunIds.at(-1) === runId && (phase === "finished" || phase === "errored");
}

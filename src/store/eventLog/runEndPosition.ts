import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { readAction } from "./entries.ts";
import type { EventLog } from "./eventLog.ts";
import { runIdsIn, startedRunId, statusSetIn } from "./runsInEntry.ts";

/**
 * The place where a run had ended, on whichever way it lies: before anything else was said, with what the
 * page has answered by itself. Of several that were told over one connection it is before the next of them,
 * where the log knows it, else behind them all.
 *
 * @returns `undefined` for a run of which neither the log nor what it began with tells.
 */
export function runEndPosition(log: EventLog, runId: string): number | undefined {
  const { entries } = log;
  const start = startOf(log, runId);
  if (start === undefined) return undefined;
  const rest = restOf(log, start, runId);
  const next = entries[rest];
  if (!next || statusSetIn(next) !== "executing") return rest;
  for (let at = rest + 1; at < entries.length; at++) {
    const entry = entries[at] as Event;
    const name = readAction(entry)?.name;
    if (name === "run" || name === "go") return at;
    // What is left waits for the person, or for nobody.
    if ((statusSetIn(entry) ?? "executing") !== "executing") return at + 1;
  }
  return entries.length;
}

/** Where a run begins, as far as the log tells; -1 for the one that the thread began with. */
function startOf({ base, entries }: EventLog, runId: string): number | undefined {
  const begun = entries.findLastIndex(
    // What goes back to a run that is over does not begin it.
    (entry) => startedRunId(entry) === runId && !isRest(statusSetIn(entry)),
  );
  if (begun >= 0) return begun;
  if (base.run.runId === runId) return -1;
  // It was heard together with others.
  const heard = entries.findIndex((entry) => runIdsIn(entry).includes(runId));
  return heard < 0 ? undefined : heard;
}

/**
 * The position at which a run was over. One that was cut off has no end of its own: the page that found it
 * so has noted that it rests.
 */
function restOf(log: EventLog, start: number, runId: string): number {
  const { base, entries } = log;
  let rest = start < 0 && isRest(base.run.status) ? 0 : undefined;
  for (let at = start + 1; at < entries.length; at++) {
    const entry = entries[at] as Event;
    const name = readAction(entry)?.name;
    if (name === "end") rest ??= at + 1;
    // The next end is that of another run.
    if (name === "run" || name === "go") return rest ?? at;
    const isNext = runIdsIn(entry).some((id) => id !== runId);
    if (isNext && hasTold(log.snapshotAt(at), runId)) return rest ?? at;
    const status = statusSetIn(entry);
    if (isRest(status)) rest ??= at + 1;
    // It was taken up again.
    else if (status === "reconnecting") rest = undefined;
  }
  return rest ?? entries.length;
}

function isRest(status: unknown): boolean {
  return status === "idle" || status === "waiting" || status === "error";
}

/** Whether the last that a thread has heard is the end of that run. */
function hasTold({ tracking }: Snapshot, runId: string): boolean {
  const { phase, streamRunIds } = tracking;
  return streamRunIds.at(-1) === runId && (phase === "finished" || phase === "errored");
}

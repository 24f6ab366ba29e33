import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** The id that a server uses for a run, and the number of the run among those with that id. */
const NUMBERED = /^([\s\S]*)@run:(\d+)$/;

/**
 * Returns the id in the thread of a run. It is the same in every tab, because ids of messages are made of it.
 *
 * @param number - Number of the run among those for which the server uses this id, from 1.
 */
function numberedRunId(serverRunId: string, number: number): string {
  return number === 1 ? serverRunId : `${serverRunId}@run:${number}`;
}

/** Returns the id that the server uses for a run of the thread. */
export function serverRunIdOf(runId: string): string {
  return NUMBERED.exec(runId)?.[1] ?? runId;
}

/** Returns the runs for which the server uses this id. */
export function runsWithServerId(runIds: readonly string[], serverRunId: string): string[] {
  return runIds.filter((id) => serverRunIdOf(id) === serverRunId);
}

/** Returns the id of the next run for which the server uses this id. */
export function nextRunId(runIds: readonly string[], serverRunId: string): string {
  const numbers = runsWithServerId(runIds, serverRunId).map((id) => NUMBERED.exec(id)?.[2] ?? 1);
  return numberedRunId(serverRunId, Math.max(0, ...numbers.map(Number)) + 1);
}

/** Returns the ids of the runs of all branches. */
export function runIdsOf({ tracking }: Snapshot): readonly string[] {
  return [...tracking.runIds, ...tracking.abandonedRunIds];
}

/** Converts what an agent yields. */
export type ConvertYielded = (yielded: unknown) => unknown;

/** Returns a function that converts each value of what an agent yields. */
function convertEach(convert: (value: unknown) => unknown): ConvertYielded {
  return (yielded) => (Array.isArray(yielded) ? yielded.map(convert) : convert(yielded));
}

/** Returns the id of the run that a server starts. */
export function startedIdIn(value: unknown): string | undefined {
  if (!isRecord(value) || value.type !== "RUN_STARTED") return undefined;
  const { runId = value.run_id } = value;
  return typeof runId === "string" && runId ? runId : undefined;
}

/**
 * Creates a function that gives the runs in the stream of a request ids that are unique in the thread: some servers use one id
 * for all runs. Every other part of a thread relies on run ids, so they are replaced before all else, and `buildInput` and
 * `stop` restore them.
 *
 * @param requestedId - The id in the thread of the requested run.
 */
export function withUniqueRunIds(getSnapshot: () => Snapshot, requestedId: string): ConvertYielded {
  /** Ids in the thread by the id of the server: a run that starts twice in one stream is the same run. */
  const ids = new Map<string, string>();

  function chooseId(serverRunId: string): string {
    if (serverRunId === serverRunIdOf(requestedId)) return requestedId;
    const snapshot = getSnapshot();
    const sameIds = runsWithServerId(snapshot.tracking.runIds, serverRunId);
    // A known run is a replay. It is a new run when the request has sent something that needs a reply, or the server has
    // used the id for several runs.
    const replayed = hasSent(snapshot) || sameIds.length > 1 ? undefined : sameIds.at(-1);
    return replayed ?? nextRunId(runIdsOf(snapshot), serverRunId);
  }

  return convertEach((value) => {
    const serverRunId = startedIdIn(value);
    if (serverRunId === undefined) return value;
    const runId = ids.get(serverRunId) ?? chooseId(serverRunId);
    ids.set(serverRunId, runId);
    return runId === serverRunId ? value : { ...Object(value), runId };
  });
}

/** True when a request may have sent messages, answers, results of calls or edits of the state. */
function hasSent({ tracking, toolCalls, interrupts }: Snapshot): boolean {
  const { sentIds, sentEdits, runIds } = tracking;
  const lastId = runIds.at(-1);
  return (
    [sentIds, interrupts, sentEdits?.edits].some((list) => list?.length) ||
    // Calls that this tab answered.
    Object.values(toolCalls).some(
      ({ runId, followUp }) => runId === lastId && followUp !== undefined,
    )
  );
}

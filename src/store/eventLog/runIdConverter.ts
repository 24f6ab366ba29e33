import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import {
  type ConvertYielded,
  nextRunId,
  runsWithServerId,
  serverRunIdOf,
  startedIdIn,
} from "../run/runIds.ts";
import type { EventLog } from "./eventLog.ts";
import { receivedRunIds } from "./runsInEntry.ts";

/** Facts about a connection of a thread, or about recorded events, that decide which ids its runs get. */
interface RunSource {
  /** Returns the ids of the runs that the thread has, in the order of their starts. */
  startedIds(): readonly string[];
  /** Ids of the runs of the connection that this connection resumes. A run that starts again there keeps its id. */
  readonly resumedIds?: readonly string[];
  /** True when the connection resumes a request of this client. */
  readonly isRequest?: boolean;
  /** True for a connection after a cursor. Some servers ignore the cursor, and replay all runs. */
  readonly isAfterCursor?: boolean;
  /** True for a server that is known to replay only the resumed runs. */
  readonly replaysOnlyResumed?: boolean;
}

/** Converter of the run ids of a server to the ids of the runs in the thread. */
interface RunIdConverter {
  readonly convertYielded: ConvertYielded;
  /** True while the first run is deferred. */
  readonly isDeferring: () => boolean;
  /** Returns the first run when it is deferred at the end of a connection that the server has closed. */
  releaseAtClose(): readonly unknown[];
}

/**
 * Creates the converter of the run ids of one connection. A server may use one id for several runs, which have unique
 * ids in the thread (`runIds.ts`). A server replays the runs of a thread in their order, so runs with one id are counted.
 *
 * Example: the server calls every run `r`, and the thread has `r` and `r@run:2`. A thread that follows its server
 * counts the starts:
 *
 * ```text
 * RUN_STARTED r → r         the first replayed run
 * RUN_STARTED r → r@run:2   the second replayed run
 * RUN_STARTED r → r@run:3   a new run
 * ```
 *
 * A connection that resumes the request of `r@run:2` cannot know yet what the first start is, and defers its run:
 *
 * ```text
 * RUN_STARTED r → deferred   `r`, when the server replays all runs, or `r@run:2` alone
 * RUN_STARTED r → r@run:2    so the first run was `r`, which the thread has: the run is dropped
 * or RUN_STARTED x → x       runs are replayed in order, so the first run was `r@run:2`: the run is released
 * or the server closes       after the end of the run: the first run was `r@run:2`, and is released
 * ```
 */
export function createRunIdConverter(source: RunSource): RunIdConverter {
  const { resumedIds = [], isRequest, isAfterCursor = false, replaysOnlyResumed } = source;
  /** Ids in the thread of the resumed runs, by the id of the server. */
  const resumed = new Map(resumedIds.map((id) => [serverRunIdOf(id), id]));
  /** Number of runs up to the latest start, by the id of the server. */
  const startCounts = new Map<string, number>();
  /** Id in the thread of the latest run, by the id of the server: the parent of a later run. */
  const latest = new Map<string, string>();
  /** Ids of the runs that the thread has, with those of this connection; read at the first start. */
  let threadIds: string[] | undefined;
  /** True when the connection starts only runs that the thread does not have. */
  let startsOnlyNew = false;
  /** The events of the first run, as those of the requested run. */
  let deferred: unknown[] | undefined;
  let hasEnded = false;

  function startRun(start: object, serverRunId: string): readonly unknown[] {
    threadIds ??= [...source.startedIds()];
    const isNew = runsWithServerId(threadIds, serverRunId).length === 0;
    const released = isNew ? releaseDeferred() : [];
    return [...released, ...addRun(start, serverRunId, threadIds)];
  }

  /** Returns the start of a run with the id of the run in the thread; nothing when the run is deferred. */
  function addRun(start: object, serverRunId: string, ids: string[]): readonly unknown[] {
    const resumedId = resumed.get(serverRunId);
    const isFirst = startCounts.size === 0;
    const id = countStart(serverRunId, ids, resumedId);
    const converted = { ...start, ...parentIn(start) };
    latest.set(serverRunId, id);
    if (isRequest && isFirst && resumedId !== undefined && id !== resumedId) {
      deferred = [{ ...converted, runId: resumedId }];
      return [];
    }
    deferred = undefined;
    if (isRequest) resumed.set(serverRunId, id);
    return [{ ...converted, runId: id }];
  }

  /** Counts a start, and returns the id of the run in the thread: that of a known run in the order of the starts, or a new one. */
  function countStart(serverRunId: string, ids: string[], resumedId: string | undefined): string {
    const sameIds = runsWithServerId(ids, serverRunId);
    // After a cursor, only new runs start. A second run with the id proves that the server uses one id for all runs.
    startsOnlyNew ||= isAfterCursor && new Set(sameIds).size > 1;
    const earlierCount = startCounts.get(serverRunId) ?? (startsOnlyNew ? sameIds.length : 0);
    startCounts.set(serverRunId, earlierCount + 1);
    const replayedId = sameIds[earlierCount];
    const isResumed = isAfterCursor || replaysOnlyResumed;
    const countedId = replayedId ?? resumedId ?? nextRunId(sameIds, serverRunId);
    const id = isResumed ? (resumedId ?? countedId) : countedId;
    if (replayedId === undefined) ids.push(id);
    return id;
  }

  /** Returns the events of the deferred run, which is the requested one. */
  function releaseDeferred(): readonly unknown[] {
    const released = deferred ?? [];
    deferred = undefined;
    for (const event of released) {
      const runId = startedIdIn(event);
      if (runId !== undefined) latest.set(serverRunIdOf(runId), runId);
    }
    return released;
  }

  /** Returns the parent of a run. A server that uses one id for all runs means the previous run. */
  function parentIn(start: { readonly parentRunId?: unknown }) {
    const { parentRunId } = start;
    if (typeof parentRunId !== "string") return {};
    const sameIds = runsWithServerId(threadIds ?? [], parentRunId);
    return { parentRunId: latest.get(parentRunId) ?? sameIds.at(-1) ?? parentRunId };
  }

  function endRun(): void {
    hasEnded = true;
    if (isRequest) return;
    // A connection that begins with the end of a run has continued that run.
    startsOnlyNew ||= isAfterCursor && startCounts.size === 0;
    resumed.clear();
  }

  function convertValue(value: unknown): readonly unknown[] {
    const serverRunId = startedIdIn(value);
    if (serverRunId !== undefined) return startRun(Object(value), serverRunId);
    const { type } = isRecord(value) ? value : {};
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") endRun();
    if (!deferred) return [value];
    deferred.push(value);
    return [];
  }

  return {
    convertYielded: (yielded) => [yielded].flat().flatMap(convertValue),
    isDeferring: () => deferred !== undefined,
    releaseAtClose() {
      // Without its end, the deferred run may be the beginning of an earlier run.
      return hasEnded ? releaseDeferred() : [];
    },
  };
}

/** Returns the ids of the runs on all branches, in the order of their starts. A run that has started twice is listed twice. */
export function startedRunIds({ base, entries }: Pick<EventLog, "base" | "entries">): string[] {
  const ids = [...base.tracking.runIds];
  const listed = new Set(ids);
  /** Runs that were announced or received in a shadow snapshot, before their start was logged. */
  const announced = new Set<string>();
  for (const entry of entries) {
    const isStart = entry.type === "RUN_STARTED";
    for (const id of isStart ? [entry.runId] : newIdsIn(entry, listed)) {
      if (!isStart) announced.add(id);
      else if (announced.delete(id)) continue;
      listed.add(id);
      ids.push(id);
    }
  }
  return ids;
}

function newIdsIn(entry: Event, listed: ReadonlySet<string>): readonly string[] {
  return receivedRunIds(entry).filter((id) => !listed.has(id));
}

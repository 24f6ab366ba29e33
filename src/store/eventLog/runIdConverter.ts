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
  /** Runs of the connection that this one resumes. A run that starts again in one connection is the same run. */
  readonly resumedIds?: readonly string[];
  /** True for a request of this client. */
  readonly isRequest?: boolean;
  /** True for a stream after a cursor. Some servers ignore the cursor, and replay all runs. */
  readonly isAfterCursor?: boolean;
  /** True for a server that is known to replay the resumed runs only. */
  readonly replaysOnlyResumed?: boolean;
}

/** Converter of the run ids of a server to the ids of the runs in the thread. */
interface RunIdConverter {
  readonly convert: ConvertYielded;
  /** True while the first run is deferred. */
  readonly isDeferring: () => boolean;
  /** Returns the first run when it is deferred at the end of a connection that the server has closed. */
  release(): readonly unknown[];
}

/**
 * Creates the converter of the run ids of one connection. A server may use one id for several runs, which have unique
 * ids in the thread (`runIds.ts`). A server replays all runs of a thread in their first order, so that the runs with
 * one id are counted. Runs after them are new to a thread that follows its server. Within a request of this client,
 * they are the run that the request has started under this id.
 *
 * The first run of a replay for a request may be an earlier run with the id of the requested run. It may also be the
 * requested run alone. It is deferred until another run starts or the connection ends. It is the requested one before a
 * run that the thread does not have.
 */
export function createRunIdConverter(source: RunSource): RunIdConverter {
  const {
    resumedIds = [],
    isRequest = false,
    isAfterCursor = false,
    replaysOnlyResumed: isAlone = false,
  } = source;
  const resumed = new Map(resumedIds.map((id) => [serverRunIdOf(id), id]));
  const counts = new Map<string, number>();
  const latest = new Map<string, string>();
  let ids: string[] | undefined;
  /** True when the stream starts only runs that the thread does not have. */
  let isAfterKnown = false;
  /** The events of the first run, as those of the requested run. */
  let deferred: unknown[] | undefined;
  let hasEnded = false;

  function startRun(value: object, serverRunId: string): readonly unknown[] {
    ids ??= [...source.startedIds()];
    // Runs are replayed in their order, so a run that the thread does not have comes after the requested run.
    const isNew = runsWithServerId(ids, serverRunId).length === 0;
    const released = isNew ? releaseDeferred() : [];
    return [...released, ...addRun(value, serverRunId, ids)];
  }

  function addRun(value: object, serverRunId: string, ids: string[]): readonly unknown[] {
    const sameIds = runsWithServerId(ids, serverRunId);
    const resumedId = resumed.get(serverRunId);
    // Only a server with one id for all runs starts the next run with a known id.
    isAfterKnown ||= isAfterCursor && new Set(sameIds).size > 1;
    const before = counts.get(serverRunId) ?? (isAfterKnown ? sameIds.length : 0);
    const knownId = sameIds[before];
    const id =
      ((isAfterCursor || isAlone) && resumedId) ||
      (knownId ?? resumedId ?? nextRunId(sameIds, serverRunId));
    const isDeferred = isRequest && resumedId && id !== resumedId && counts.size === 0;
    counts.set(serverRunId, before + 1);
    if (!knownId) ids.push(id);
    if (isRequest && !isDeferred) resumed.set(serverRunId, id);
    const started = [{ ...value, ...parentIn(value), runId: isDeferred ? resumedId : id }];
    latest.set(serverRunId, id);
    deferred = isDeferred ? started : undefined;
    return isDeferred ? [] : started;
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
  function parentIn(value: { readonly parentRunId?: unknown }) {
    const { parentRunId } = value;
    if (typeof parentRunId !== "string") return {};
    const sameIds = runsWithServerId(ids ?? [], parentRunId);
    return { parentRunId: latest.get(parentRunId) ?? sameIds.at(-1) ?? parentRunId };
  }

  function endRun(): void {
    hasEnded = true;
    if (isRequest) return;
    // A stream that begins with the end of a run has continued it.
    isAfterKnown ||= isAfterCursor && counts.size === 0;
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
    convert: (yielded) => [yielded].flat().flatMap(convertValue),
    isDeferring: () => deferred !== undefined,
    release() {
      // A run without an end may be the part of an earlier run.
      return hasEnded ? releaseDeferred() : [];
    },
  };
}

/** Returns the ids of the runs on all branches, in the order of their starts. A run that has started twice is there twice. */
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

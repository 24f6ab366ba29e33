import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { readAction } from "./logEntries.ts";

/**
 * Returns the ids of the runs in an entry. A run that was received in a shadow snapshot appears only in the
 * changes of a patch.
 */
export function runIdsIn(entry: Event): readonly string[] {
  const startedId = startedRunId(entry);
  return [...(startedId === undefined ? [] : [startedId]), ...receivedRunIds(entry)];
}

/** Returns the ids that a patch adds to the runs of the thread. */
export function receivedRunIds(entry: Event): readonly string[] {
  return onlyStrings(setBy(entry, RUN_IDS));
}

/** Returns the run that an entry makes the latest one; `undefined` when the entry changes no run. */
export function startedRunId(entry: Event): string | undefined {
  if (entry.type === "RUN_STARTED") return entry.runId;
  const action = readAction(entry);
  return onlyStrings(action?.name === "run" ? [action.value.runId] : setBy(entry, RUN_ID)).at(-1);
}

/** Returns the run status that a local action sets; `undefined` when it sets none. */
export function statusSetIn(entry: Event): unknown {
  return setBy(entry, STATUS).at(-1);
}

/** JSON Pointers to run fields in a snapshot. */
const RUN_ID = /^\/run\/runId$/;
const RUN_IDS = /^\/tracking\/runIds(\/[^/]+)?$/;
const STATUS = /^\/run\/status$/;

/** Returns the values that a local action sets at matching pointers. */
function setBy(entry: Event, pointer: RegExp): readonly unknown[] {
  const { name, value } = readAction(entry) ?? {};
  const patch = name === "snapshot" ? asPatch(value?.snapshot) : value?.patch;
  // The patch of a jump describes earlier runs.
  if (name === "jump" || !Array.isArray(patch)) return [];
  const operations: readonly unknown[] = patch;
  return operations.flatMap((operation) =>
    isRecord(operation) && pointer.test(String(operation.path)) ? [operation.value] : [],
  );
}

function asPatch(snapshot: unknown): readonly unknown[] {
  const { run, tracking } = isRecord(snapshot) ? snapshot : {};
  const { runId, status } = isRecord(run) ? run : {};
  const { runIds } = isRecord(tracking) ? tracking : {};
  return [
    { path: "/run/runId", value: runId },
    { path: "/run/status", value: status },
    { path: "/tracking/runIds", value: runIds },
  ];
}

function onlyStrings(values: readonly unknown[]): readonly string[] {
  return values.flat().filter((id) => typeof id === "string");
}

import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { readAction } from "./entries.ts";

/**
 * The ids of the runs that an entry tells of: what is listened to beside the thread begins in none of its
 * own, but in what it has changed.
 */
export function runIdsIn(entry: Event): readonly string[] {
  const begun = startedRunId(entry);
  return [...(begun === undefined ? [] : [begun]), ...idsIn(setBy(entry, RUN_IDS))];
}

/** The run that an entry makes the last one of the thread; `undefined` when it leaves that alone. */
export function startedRunId(entry: Event): string | undefined {
  if (entry.type === "RUN_STARTED") return entry.runId;
  const act = readAction(entry);
  return idsIn(act?.name === "run" ? [act.value.runId] : setBy(entry, RUN_ID)).at(-1);
}

/** What an act of the page has made of the run's status; `undefined` when it left that alone. */
export function statusSetIn(entry: Event): unknown {
  return setBy(entry, STATUS).at(-1);
}

/** Where a snapshot holds what it knows of its runs. */
const RUN_ID = /^\/run\/runId$/;
const RUN_IDS = /^\/tracking\/runIds(\/[^/]+)?$/;
const STATUS = /^\/run\/status$/;

/** What an act of the page sets at such places of a snapshot. */
function setBy(entry: Event, place: RegExp): readonly unknown[] {
  const { name, value } = readAction(entry) ?? {};
  const patch = name === "snapshot" ? asPatch(value?.snapshot) : value?.patch;
  // A turning tells what was there before.
  if (name === "go" || !Array.isArray(patch)) return [];
  const told: readonly unknown[] = patch;
  return told.flatMap((one) => (isRecord(one) && place.test(String(one.path)) ? [one.value] : []));
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

function idsIn(values: readonly unknown[]): readonly string[] {
  return values.flat().filter((id) => typeof id === "string");
}

import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { readAct } from "./entries.ts";
import { replay } from "./replay.ts";
import { replayFitting } from "./replayFitting.ts";
import type { ThreadLog } from "./threadLog.ts";

/** A place in a log from which a conversation can go another way. */
export interface Place {
  readonly position: number;
}

const has = (snapshot: Snapshot, id: string) => findMessageIndex(snapshot.messages, id) >= 0;

/** The acts of the page on the way to where the thread stands, with what it held before each. */
function* acts(log: ThreadLog): Generator<readonly [number, Event, Snapshot]> {
  const path = [...log.path()];
  // Once for all of it: looking at every act whether all is sound would cost the square of their number.
  const { misfits } = replayFitting(
    log.base,
    path.map(([, entry]) => entry),
  );
  let snapshot = log.base;
  let events: Event[] = [];
  for (const [index, [position, entry]] of path.entries()) {
    if (readAct(entry)) {
      snapshot = replay(snapshot, events);
      events = [];
      yield [position, entry, snapshot];
    }
    if (!misfits.has(index)) events.push(entry);
  }
}

/** The place before the person has said something; the beginning, where the thread began with it. */
export function beforeMessage(log: ThreadLog, messageId: string): Place {
  if (has(log.base, messageId)) return { position: 0 };
  let place = 0;
  for (const [position, , snapshot] of acts(log)) {
    if (has(snapshot, messageId)) break;
    place = position;
  }
  return { position: place };
}

/** The place right before the agent has begun to answer what the person has said. */
export function behindMessage(log: ThreadLog, messageId: string): Place {
  if (has(log.base, messageId)) return { position: 0 };
  for (const [position, entry, snapshot] of acts(log)) {
    if (readAct(entry)?.name === "run" && has(snapshot, messageId)) return { position };
  }
  return { position: log.entries.length };
}

/**
 * The place where a run had ended, on whichever way it lies: before anything else was said, with what the
 * page has answered by itself.
 */
export function behindRun({ entries }: ThreadLog, runId: string): number | undefined {
  const isOf = (entry: Event) => {
    const act = readAct(entry);
    if (act) return act.name === "run" && act.value.runId === runId;
    return entry.type === "RUN_STARTED" && entry.runId === runId;
  };
  const start = entries.findLastIndex(isOf);
  if (start < 0) return undefined;
  const rest = restOf(entries, start);
  if (rest === undefined) return undefined;
  const next = entries[rest];
  if (!next || statusSetBy(next) !== "executing") return rest;
  for (let at = rest + 1; at < entries.length; at++) {
    const entry = entries[at] as Event;
    const name = readAct(entry)?.name;
    if (name === "run" || name === "go") return at;
    // What is left waits for the person, or for nobody.
    if ((statusSetBy(entry) ?? "executing") !== "executing") return at + 1;
  }
  return entries.length;
}

/**
 * The position at which a run was over. One that was cut off has no end of its own: the page that found it
 * so has noted that it rests.
 */
function restOf(entries: readonly Event[], start: number): number | undefined {
  let rest: number | undefined;
  for (let at = start + 1; at < entries.length; at++) {
    const entry = entries[at] as Event;
    const name = readAct(entry)?.name;
    if (name === "end") return at + 1;
    // The next end is that of another run.
    if (name === "run" || name === "go") return rest ?? at;
    const status = statusSetBy(entry);
    if (status === "idle" || status === "waiting" || status === "error") rest ??= at + 1;
    // It was taken up again. When the page executes something, what was asked has been answered.
    else if (status !== undefined && status !== "executing") rest = undefined;
  }
  return rest;
}

/** What an act of the page has made of the run's status; `undefined` when it left that alone. */
function statusSetBy(entry: Event): unknown {
  const { name, value } = readAct(entry) ?? {};
  if (name === "snapshot")
    return Reflect.get(Object(Reflect.get(Object(value?.snapshot), "run")), "status");
  const patch: unknown = name === "patch" ? value?.patch : undefined;
  if (!Array.isArray(patch)) return undefined;
  return patch.findLast((operation) => isRecord(operation) && operation.path === "/run/status")
    ?.value;
}

import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { createThreadLog, type EventLog } from "./eventLog.ts";

const logs = new WeakMap<object, EventLog>();

/** Takes up a log that was stored, before anything else asks for one. */
export function openStoredLog<TState>(
  { changes }: ThreadCore<TState>,
  base: Snapshot,
  entries: readonly Event[],
): EventLog {
  changes.base = base;
  const log = createThreadLog(changes, entries);
  logs.set(changes, log);
  return log;
}

/** The log of a thread, which takes up what has waited for it. */
export function openLog<TState>({
  changes,
  options,
}: Pick<ThreadCore<TState>, "changes" | "options">): EventLog {
  const known = logs.get(changes);
  if (known) return known;
  const log = createThreadLog(changes, options.history?.events);
  logs.set(changes, log);
  return log;
}

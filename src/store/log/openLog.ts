import type { ThreadCore } from "../threadCore.ts";
import { createThreadLog, type ThreadLog } from "./threadLog.ts";

const logs = new WeakMap<object, ThreadLog>();

/** The log of a thread, which takes up what has waited for it. */
export function openLog<TState>({ changes, options }: ThreadCore<TState>): ThreadLog {
  const known = logs.get(changes);
  if (known) return known;
  const log = createThreadLog(changes, options.history?.events);
  logs.set(changes, log);
  return log;
}

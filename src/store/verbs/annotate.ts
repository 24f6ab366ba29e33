import { metaEvent } from "../../protocol/metaEvents.ts";
import { reduceEvent } from "../../reducer/reduceEvents.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Files a meta event; see `Thread.annotate`. */
export function annotate<TState>(
  { getSnapshot, commit, listeners, now }: ThreadCore<TState>,
  metaType: string,
  payload: object,
): void {
  const event = { ...metaEvent(metaType, payload), timestamp: now() };
  const next = reduceEvent(getSnapshot(), event);
  commit(next);
  listeners.notifyEvents([event], next);
}

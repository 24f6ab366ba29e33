import type { EventOf } from "../../protocol/events.ts";
import { metaEvent } from "../../protocol/metaEvents.ts";
import { reduceEvent } from "../../reducer/reduceEvents.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Files a meta event; see `Thread.annotate`. */
export function annotate<TState>(
  { getSnapshot, commit, listeners, now }: ThreadCore<TState>,
  what: string | EventOf<"CUSTOM">,
  payload: object = {},
): void {
  const made = typeof what === "string" ? metaEvent(what, payload) : what;
  const event = { ...made, timestamp: now() };
  const next = reduceEvent(getSnapshot(), event);
  commit(next);
  listeners.notifyEvents([event], next);
}

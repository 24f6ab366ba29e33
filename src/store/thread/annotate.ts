import type { EventOf } from "../../protocol/events.ts";
import { metaEvent } from "../../protocol/metaEvents.ts";
import { reduceEvent } from "../../reducer/reduceEvents.ts";
import type { ThreadInternals } from "./threadInternals.ts";

/** Files a meta event; see `Thread.annotate`. */
export function annotate(
  { getSnapshot, commit, listeners, now }: ThreadInternals,
  what: string | EventOf<"CUSTOM">,
  payload: object = {},
): void {
  const made = typeof what === "string" ? metaEvent(what, payload) : what;
  const event = { ...made, timestamp: now() };
  const before = getSnapshot();
  const reduced = reduceEvent(before, event);
  // It is the page's own word, and no sign that the agent has got what the run carries.
  const { sentEdits } = before.tracking;
  const next = { ...reduced, tracking: { ...reduced.tracking, sentEdits } };
  commit(next);
  listeners.notifyEvents([event], next);
}

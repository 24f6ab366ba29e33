import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { readValidEvents } from "../../../protocol/validation/readFrame.ts";
import { openLog } from "../../eventLog/eventLog.ts";
import { readAction } from "../../eventLog/logEntries.ts";
import type { ThreadInternals } from "../../thread/threadInternals.ts";

/**
 * Creates a function that is true for leading events: those that the log has between the request of a run and its
 * RUN_STARTED. A server that replays the run may send them again before RUN_STARTED. Unreadable events count as leading,
 * because the log does not have them.
 */
export function createLeadingEventMatcher(
  internals: Pick<ThreadInternals, "changes" | "options">,
): (value: unknown) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (value) => {
    const events = readValidEvents(value);
    if (events.length === 0) return true;
    keys ??= leadingEventsIn(openLog(internals).entries);
    return hasEvents(keys, events);
  };
}

/** True when all events have fingerprints of a set. */
export function hasEvents(keys: ReadonlySet<string>, events: readonly unknown[]): boolean {
  return events.every((event) => keys.has(eventFingerprint(event)));
}

/** Returns the fingerprints of all leading events of a log. */
function leadingEventsIn(entries: readonly Event[]): ReadonlySet<string> {
  const keys = new Set<string>();
  let pending: string[] | undefined;
  for (const entry of entries) {
    const action = readAction(entry);
    if (action?.name === "run") pending = [];
    else if (entry.type === "RUN_STARTED") {
      for (const key of pending ?? []) keys.add(key);
      pending = undefined;
    } else if (!action) pending?.push(eventFingerprint(entry));
  }
  return keys;
}

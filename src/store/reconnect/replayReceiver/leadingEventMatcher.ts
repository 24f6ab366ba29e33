import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { readAction } from "../../eventLog/entries.ts";
import { openLog } from "../../eventLog/eventLog.ts";
import type { ThreadInternals } from "../../thread/threadInternals.ts";

/**
 * Creates a function that is true for leading events: those that the log has between the request of a run and its
 * RUN_STARTED. A server that replays the run may send them again before it.
 */
export function createLeadingEventMatcher(
  base: Pick<ThreadInternals, "changes" | "options">,
): (value: unknown) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (value) => {
    if (!isRecord(value) || typeof value.type !== "string") return false;
    keys ??= leadingEventsIn(openLog(base).entries);
    return keys.has(eventFingerprint(value));
  };
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

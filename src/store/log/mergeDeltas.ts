import type { Event } from "../../protocol/events.ts";
import { type DeltaEvent, isDelta } from "./deltas.ts";

/** What has to be the same for two deltas to be one, as a key; their text and their time may differ. */
function laneOf(event: DeltaEvent): string {
  const { delta: _, timestamp: __, rawEvent: ___, ...rest } = event;
  return JSON.stringify(rest);
}

/**
 * Merges deltas of one text, one thought or one tool call's arguments. Deltas of several that come in turn
 * are sorted apart; nothing is moved past anything else, because that may end or replace what streams.
 */
export function mergeDeltas(events: readonly Event[]): Event[] {
  const merged: Event[] = [];
  /** Where each delta of the row that goes on lies in `merged`. */
  let lanes = new Map<string, { readonly at: number; readonly pieces: string[] }>();
  let isInRun = false;
  const flush = () => {
    for (const { at, pieces } of lanes.values()) {
      // It was put there as a delta.
      merged[at] = { ...(merged[at] as DeltaEvent), delta: pieces.join("") };
    }
    lanes = new Map();
  };
  for (const event of events) {
    if (event.type === "RUN_STARTED") isInRun = true;
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") isInRun = false;
    // Outside of a run each of them is reported.
    if (!isDelta(event) || !isInRun) {
      flush();
      merged.push(event);
      continue;
    }
    const key = laneOf(event);
    const lane = lanes.get(key);
    if (lane) lane.pieces.push(event.delta);
    else {
      lanes.set(key, { at: merged.length, pieces: [event.delta] });
      const { rawEvent: _, ...rest } = event;
      merged.push(rest);
    }
  }
  flush();
  return merged;
}

import type { Event } from "../../protocol/events.ts";
import { type DeltaEvent, idFieldOf, isDelta, streamIdOf } from "./deltaEvents.ts";

/** What may differ between two deltas that are one; the type is in the key of every lane. */
const APART: ReadonlySet<string> = new Set(["type", "delta", "timestamp", "rawEvent"]);

/** Whether it says nothing but its text and its time, as nearly all of them do. */
function isPlain(event: DeltaEvent): boolean {
  const idField = idFieldOf(event);
  for (const field in event) if (!APART.has(field) && field !== idField) return false;
  return true;
}

/** What has to be the same for two deltas to be one, as a key. */
function laneOf(event: DeltaEvent): string {
  if (isPlain(event)) return `${event.type} ${streamIdOf(event)}`;
  const { delta: _, timestamp: __, rawEvent: ___, ...rest } = event;
  return JSON.stringify(rest);
}

/** Where each delta of a row that goes on lies, and the texts that come to one there. */
interface Lane {
  readonly at: number;
  readonly pieces: string[];
}

/**
 * Merges deltas of one text, one thought or one tool call's arguments. Deltas of several that come in turn
 * are sorted apart; nothing is moved past anything else, because that may end or replace what streams.
 *
 * @param textOf - A text that is kept anyway: where a delta has become that, it is not kept once more.
 */
export function mergeDeltas(
  events: readonly Event[],
  textOf: (event: DeltaEvent) => string | undefined = () => undefined,
): Event[] {
  const merged: Event[] = [];
  let lanes = new Map<string, Lane>();
  /** The last of them when it was plain: mostly the next one goes on with it, and needs no key. */
  let last: { readonly event: DeltaEvent; readonly lane: Lane } | undefined;
  let isInRun = false;
  const flush = () => {
    for (const { at, pieces } of lanes.values()) {
      // It was put there as a delta.
      const event = merged[at] as DeltaEvent;
      const [delta, kept] = [pieces.join(""), textOf(event)];
      merged[at] = { ...event, delta: delta === kept ? kept : delta };
    }
    lanes = new Map();
    last = undefined;
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
    if (last && isPlain(event) && isOneStream(event, last.event)) {
      last.lane.pieces.push(event.delta);
      continue;
    }
    const key = laneOf(event);
    let lane = lanes.get(key);
    if (lane) lane.pieces.push(event.delta);
    else {
      lane = { at: merged.length, pieces: [event.delta] };
      lanes.set(key, lane);
      const { rawEvent: _, ...rest } = event;
      merged.push(rest);
    }
    last = isPlain(event) ? { event, lane } : undefined;
  }
  flush();
  return merged;
}

function isOneStream(some: DeltaEvent, other: DeltaEvent): boolean {
  return some.type === other.type && streamIdOf(some) === streamIdOf(other);
}

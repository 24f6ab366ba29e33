import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { isDelta, streamIdOf } from "../../eventLog/deltaEvents.ts";

/** Returns the new part of an event; `undefined` when everything was seen. */
export type SeenFilter = (event: Event) => Event | undefined;

/** Events of a run that were seen. */
export interface SeenEvents {
  readonly runId: string;
  addEvent(event: Event): void;
  /** Creates the filter for a replay from the start of the run. */
  createFilter(): SeenFilter;
}

/**
 * Creates the record of the seen events of a run, which counts them without storing them: runs may be long. The lengths
 * of deltas are added up, because a replay may split them differently.
 */
export function createSeenEvents(runId: string, events: readonly Event[] = []): SeenEvents {
  /** Number of times each event was seen, and length of each stream. */
  const amounts = new Map<string, number>();
  const seen: SeenEvents = {
    runId,
    addEvent(event) {
      const { key, amount } = measure(event);
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
    },
    createFilter() {
      const replayed = new Map<string, number>();
      return (event) => {
        const { key, amount, delta } = measure(event);
        const before = replayed.get(key) ?? 0;
        replayed.set(key, before + amount);
        const seenAmount = Math.max(0, (amounts.get(key) ?? 0) - before);
        if (seenAmount === 0) return event;
        if (seenAmount >= amount) return undefined;
        // Only streams can be seen in part.
        return { ...event, delta: delta?.slice(seenAmount) } as Event;
      };
    },
  };
  for (const event of events) seen.addEvent(event);
  return seen;
}

/** Returns the key of equal events, and the amount of an event. */
function measure(event: Event): { key: string; amount: number; delta?: string } {
  // A replay may add fields to the start of the run.
  if (event.type === "RUN_STARTED") return { key: event.type, amount: 1 };
  if (isDelta(event) && event.delta !== "") {
    const { type, delta, subagentRunId = "" } = event;
    return { key: `${type} ${streamIdOf(event)} ${subagentRunId}`, amount: delta.length, delta };
  }
  return { key: eventFingerprint(event), amount: 1 };
}

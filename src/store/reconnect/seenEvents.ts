import { fingerprint } from "../../protocol/eventFingerprint.ts";
import type { Event } from "../../protocol/events.ts";
import { isDelta, streamIdOf } from "../eventLog/deltaEvents.ts";

/** What is new of an event that may have been heard before; `undefined` when nothing is. */
export type SeenFilter = (event: Event) => Event | undefined;

/** What has been heard of a run, for one that is told again. */
export interface SeenEvents {
  readonly runId: string;
  addEvent(event: Event): void;
  /** Makes what compares a run that is told again from its start with what has been heard of it. */
  createFilter(): SeenFilter;
}

/**
 * Counts what is heard of a run, and keeps none of it: a run may be long. Servers cut deltas anew when they
 * tell them again.
 */
export function createSeenEvents(runId: string, events: readonly Event[] = []): SeenEvents {
  /** How often each event was heard, and how much of each stream. */
  const amounts = new Map<string, number>();
  const heard: SeenEvents = {
    runId,
    addEvent(event) {
      const { key, amount } = measure(event);
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
    },
    createFilter() {
      const told = new Map<string, number>();
      return (event) => {
        const { key, amount, delta } = measure(event);
        const before = told.get(key) ?? 0;
        told.set(key, before + amount);
        const known = Math.max(0, (amounts.get(key) ?? 0) - before);
        if (known === 0) return event;
        if (known >= amount) return undefined;
        // Only a stream is heard in part.
        return { ...event, delta: delta?.slice(known) } as Event;
      };
    },
  };
  for (const event of events) heard.addEvent(event);
  return heard;
}

/** What counts as the same, and how much of it an event is. */
function measure(event: Event): { key: string; amount: number; delta?: string } {
  // It is the first of its run, whatever a server adds to it when it tells it again.
  if (event.type === "RUN_STARTED") return { key: event.type, amount: 1 };
  if (isDelta(event) && event.delta !== "") {
    const { type, delta } = event;
    return { key: `${type} ${streamIdOf(event)}`, amount: delta.length, delta };
  }
  return { key: fingerprint(event), amount: 1 };
}

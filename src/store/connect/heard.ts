import type { Event } from "../../protocol/events.ts";

/** What is new of an event that may have been heard before; `undefined` when nothing is. */
export type News = (event: Event) => Event | undefined;

/** The events of a run that have been heard, for one that is told again. */
export interface Heard {
  add(event: Event): void;
  /** Makes what compares a run that is told again from its start with what has been heard of it. */
  retell(): News;
}

/** The events whose deltas add up, with the member that says whose they are. */
const STREAMED: Readonly<Record<string, "messageId" | "toolCallId">> = {
  TEXT_MESSAGE_CONTENT: "messageId",
  REASONING_MESSAGE_CONTENT: "messageId",
  TOOL_CALL_ARGS: "toolCallId",
};

/** Collects what is heard of a run. Servers cut deltas anew when they tell them again. */
export function createHeard(events: readonly Event[]): Heard {
  /** How often each event was heard, and how much of each stream. */
  const amounts = new Map<string, number>();
  const heard: Heard = {
    add(event) {
      const { key, amount } = measure(event);
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
    },
    retell() {
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
  for (const event of events) heard.add(event);
  return heard;
}

/** What counts as the same, and how much of it an event is. */
function measure(event: Event): { key: string; amount: number; delta?: string } {
  const { timestamp: _, rawEvent: __, ...said } = event;
  const field = STREAMED[event.type];
  if (field && "delta" in said && typeof said.delta === "string") {
    const { delta } = said;
    const id: unknown = Reflect.get(said, field);
    if (delta !== "") return { key: `${event.type} ${id}`, amount: delta.length, delta };
  }
  return { key: JSON.stringify(said), amount: 1 };
}

import type { Event } from "../../protocol/events.ts";

/** What is new of an event that may have been heard before; `undefined` when nothing is. */
export type News = (event: Event) => Event | undefined;

/** What has been heard of a run, for one that is told again. */
export interface Heard {
  readonly runId: string;
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

/**
 * Counts what is heard of a run, and keeps none of it: a run may be long. Servers cut deltas anew when they
 * tell them again.
 */
export function createHeard(runId: string, events: readonly Event[] = []): Heard {
  /** How often each event was heard, and how much of each stream. */
  const amounts = new Map<string, number>();
  const heard: Heard = {
    runId,
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

/** What is the same for two events that say the same. */
export function keyOf(event: Event): string {
  const { timestamp: _, rawEvent: __, ...said } = event;
  return `${event.type} ${digest(JSON.stringify(said))}`;
}

/** What counts as the same, and how much of it an event is. */
function measure(event: Event): { key: string; amount: number; delta?: string } {
  // It is the first of its run, whatever a server adds to it when it tells it again.
  if (event.type === "RUN_STARTED") return { key: event.type, amount: 1 };
  const field = STREAMED[event.type];
  if (field && "delta" in event && typeof event.delta === "string") {
    const { delta } = event;
    const id: unknown = Reflect.get(event, field);
    if (delta !== "") return { key: `${event.type} ${id}`, amount: delta.length, delta };
  }
  return { key: keyOf(event), amount: 1 };
}

/** Stands for a text of any length; two sums, as one of 32 bits is too short for many thousands of them. */
function digest(text: string): string {
  let sum = 7;
  let other = 31;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    sum = (Math.imul(sum, 31) + code) | 0;
    other = (Math.imul(other ^ code, 0x01_00_01_93) + i) | 0;
  }
  return `${sum.toString(36)}${other.toString(36)}${text.length}`;
}

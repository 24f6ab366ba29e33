import type { EventInput, Interrupt, Message, ResumeEntry } from "../../src/protocol/events.ts";

/** One request and the stream that answers it. */
export interface Turn {
  /** What the page adds to the conversation before it runs. */
  readonly added?: readonly Message[];
  readonly resume?: readonly ResumeEntry[];
  /** The answer. Not always an event: servers of other versions send what we do not know. */
  readonly events: readonly (EventInput | Readonly<Record<string, unknown>>)[];
}

/** A thread from its beginning: what both clients are given. */
export interface Conversation {
  readonly initialMessages?: readonly Message[];
  readonly initialState?: unknown;
  readonly turns: readonly Turn[];
}

/** What a client holds after a turn: all that the two are compared by. */
export interface Held {
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly interrupts: readonly Interrupt[];
}

/** What is left of a value when it has travelled as JSON: no two places share one object. */
export function overTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

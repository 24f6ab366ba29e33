import type { EventInput, Interrupt, Message, ResumeEntry } from "../../src/protocol/events.ts";

/** Request and the stream that answers it. */
export interface Turn {
  /** Messages that the application adds to the conversation before the run. */
  readonly added?: readonly Message[];
  readonly resume?: readonly ResumeEntry[];
  /** Events of the answer, which may be unknown: servers of other versions send other events. */
  readonly events: readonly (EventInput | Readonly<Record<string, unknown>>)[];
}

/** Thread from its beginning, the input of both clients. */
export interface Conversation {
  readonly initialMessages?: readonly Message[];
  readonly initialState?: unknown;
  readonly turns: readonly Turn[];
}

/** State of a client after a turn, by which the two clients are compared. */
export interface ClientState {
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly interrupts: readonly Interrupt[];
}

/** Copies a value through JSON, so that no two locations share an object. */
export function copyThroughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

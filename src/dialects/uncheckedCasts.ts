import type { ContentPart, EventInput, Message, RunFinishedOutcome } from "../protocol/events.ts";

// Casts of received values to types of AG-UI. A dialect passes on what is spelled as in AG-UI 1.0
// without reading its fields: the run loop validates every event, and the history every message.

/** Casts a received value to an event. The run loop reports a value that is none. */
export function asEvent(value: unknown): EventInput {
  return value as EventInput;
}

/** Casts a received value to a message. */
export function asMessage(value: unknown): Message {
  return value as Message;
}

/** Casts a received value to a content part. */
export function asContentPart(value: unknown): ContentPart {
  return value as ContentPart;
}

/** Casts a received value to the outcome of a run. */
export function asOutcome(value: unknown): RunFinishedOutcome {
  return value as RunFinishedOutcome;
}

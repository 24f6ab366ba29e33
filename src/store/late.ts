/**
 * What a thread needs beyond everyday conversations: the rest of the protocol's events, older
 * spellings, JSON Patch, predictions. Loaded when a stream first shows one of them.
 */
export { lateProtocol } from "../protocol/lateProtocol.ts";
export { reduceEvents } from "../reducer/reduceEvents.ts";
export { createPredictor } from "./predictions.ts";

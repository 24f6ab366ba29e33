/**
 * What a thread needs beyond everyday conversations: the rest of the protocol's events (tool calls,
 * reasoning, shared state with JSON Patch, interrupts and more), chunks, older spellings, events with a
 * fault, predictions, edits of the state. Loaded when a stream or an edit first needs one of them, and
 * for every strict thread.
 */
export { createCanonicalizer } from "../protocol/canonicalizer.ts";
export { pruneSubagents } from "../reducer/goneSubagents.ts";
export { reduceEvents } from "../reducer/reduceEvents.ts";
export { flushDeferred } from "../reducer/settleHeld.ts";
export { editStateAsPatch } from "../reducer/turn.ts";
export { canUndo } from "./pastEdits.ts";
export { createPredictor } from "./predictions.ts";
export { strictMode } from "./strictMode.ts";
export { desiredState } from "./wishedState.ts";

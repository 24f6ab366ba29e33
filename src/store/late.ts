/**
 * What a thread needs beyond everyday conversations: the rest of the protocol's events (tool calls,
 * reasoning, shared state with JSON Patch, interrupts and more), chunks, older spellings, events with a
 * fault, predictions, edits of the state. Loaded when a stream or an edit first needs one of them, and
 * for every strict thread.
 */
export { createCanonicalizer } from "../protocol/canonicalizer.ts";
export { withoutGoneSubagents } from "../reducer/goneSubagents.ts";
export { reduceEvents } from "../reducer/reduceEvents.ts";
export { settleHeld } from "../reducer/settleHeld.ts";
export { editPrecisely } from "../reducer/turn.ts";
export { canTakeBack } from "./pastEdits.ts";
export { createPredictor } from "./predictions.ts";
export { strictMode } from "./strictMode.ts";
export { wishedState } from "./wishedState.ts";

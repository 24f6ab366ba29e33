/**
 * What a thread needs beyond everyday conversations: the rest of the protocol's events (tool calls,
 * reasoning, shared state with JSON Patch, interrupts and more), chunks, older spellings, events with a
 * fault, predictions, edits of the state. Loaded when a stream or an edit first needs one of them, and
 * for every strict thread.
 */
export { createCanonicalizer } from "../../protocol/canonicalizer.ts";
export { flushDeferred } from "../../reducer/events/flushDeferred.ts";
export { pruneSubagents } from "../../reducer/events/goneSubagents.ts";
export { reduceEvents } from "../../reducer/reduceEvents.ts";
export { editStateAsPatch } from "../../reducer/toolUpdates.ts";
export { strictMode } from "../run/strictMode.ts";
export { desiredState } from "../sharedState/desiredState.ts";
export { createPredictor } from "../sharedState/predictions.ts";
export { canUndo } from "../sharedState/undo.ts";

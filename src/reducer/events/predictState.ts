import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import { findToolCall } from "../lookup.ts";
import { getOwn } from "../safeRecord.ts";
import { toolCallHandlers } from "./toolCalls.ts";

/** Remembers that a call's arguments show up in the visible state. */
function notePrediction(draft: Draft, toolCallId: string): void {
  const { predictions, predictingIds } = draft.tracking;
  if (predictions.length === 0 || predictingIds.includes(toolCallId)) return;
  const name = findToolCall(draft.now, toolCallId)?.toolCall.function.name;
  if (!predictions.some(({ tool }) => tool === name)) return;
  draft.setTracking({ predictingIds: [...predictingIds, toolCallId] });
}

/**
 * Arguments that stream in after a CUSTOM `PredictState` event has said what they will make of the
 * shared state. That event is late, so everyday tool calls know nothing of it.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const predictionHandlers: HandlersOf<"TOOL_CALL_START" | "TOOL_CALL_ARGS"> = {
  TOOL_CALL_START(draft, event) {
    const held = getOwn(draft.tracking.deferredArguments, event.toolCallId);
    toolCallHandlers.TOOL_CALL_START(draft, event);
    if (held) notePrediction(draft, event.toolCallId);
  },
  TOOL_CALL_ARGS(draft, event) {
    toolCallHandlers.TOOL_CALL_ARGS(draft, event);
    if (event.delta !== "") notePrediction(draft, event.toolCallId);
  },
};

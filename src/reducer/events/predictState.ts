import { isRecord } from "../../protocol/isRecord.ts";
import { findToolCall } from "../findToolCall.ts";
import { recordWrittenState } from "../recordWrittenState.ts";
import type { Prediction } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/**
 * Reads a CUSTOM `PredictState` event: which tool arguments the visible state shows while they stream.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export function startPredictions(draft: SnapshotDraft, entries: readonly unknown[]): void {
  draft.setTracking({ predictions: entries.flatMap(readPrediction) });
}

function readPrediction(entry: unknown): Prediction[] {
  if (!isRecord(entry)) return [];
  const { state_key: stateKey, tool, tool_argument: toolArgument } = entry;
  if (typeof stateKey !== "string" || typeof tool !== "string") return [];
  return [{ stateKey, tool, ...(typeof toolArgument === "string" && { toolArgument }) }];
}

/** Marks a call whose arguments predict the state. */
export function markPredicting(draft: SnapshotDraft, toolCallId: string): void {
  const { predictions, predictingIds } = draft.tracking;
  if (predictions.length === 0 || predictingIds.includes(toolCallId)) return;
  const name = findToolCall(draft.snapshot, toolCallId)?.toolCall.function.name;
  if (!predictions.some(({ tool }) => tool === name)) return;
  draft.setTracking({ predictingIds: [...predictingIds, toolCallId] });
  const { subagentRunId } = draft.findEntry("toolCalls", toolCallId) ?? {};
  recordWrittenState(draft, draft.snapshot.state, subagentRunId, true);
}

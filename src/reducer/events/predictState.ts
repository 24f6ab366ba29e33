import { isRecord } from "../../protocol/isRecord.ts";
import { findToolCall } from "../findToolCall.ts";
import { CollectionIndex } from "../indexes/collectionIndex.ts";
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

/** Positions in the ids of the calls whose arguments predict the state. */
const positions = new CollectionIndex<readonly string[], number>();

/** Marks a call whose arguments predict the state. */
export function markPredicting(draft: SnapshotDraft, toolCallId: string): void {
  const { predictions, predictingIds } = draft.tracking;
  if (predictions.length === 0) return;
  const listPositions = () => predictingIds.map((id, position) => [id, position] as const);
  if (positions.of(predictingIds, listPositions).has(toolCallId)) return;
  const name = findToolCall(draft.snapshot, toolCallId)?.toolCall.function.name;
  if (!predictions.some(({ tool }) => tool === name)) return;
  const appended = draft.appendItem(predictingIds, toolCallId);
  positions.existing(appended)?.set(toolCallId, predictingIds.length);
  draft.setTracking({ predictingIds: appended });
  const { subagentRunId } = draft.findEntry("toolCalls", toolCallId) ?? {};
  recordWrittenState(draft, draft.snapshot.state, subagentRunId, true);
}

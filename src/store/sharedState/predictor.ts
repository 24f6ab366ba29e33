import { isRecord } from "../../protocol/isRecord.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { PartialArguments } from "../tools/partialArguments.ts";

/** The last prediction, with everything it was computed from. */
interface PredictionCache {
  readonly base: unknown;
  readonly predictions: Snapshot["tracking"]["predictions"];
  /** Parsed arguments by tool call id. */
  readonly argumentsById: ReadonlyMap<string, unknown>;
  readonly visibleState: unknown;
  readonly predictedKeys: readonly string[];
}

/**
 * Creates the function that adds streaming tool arguments to the visible state, under the keys where the
 * agent will store them (`PredictState`). Predictions are never sent to the agent. Unchanged parts keep
 * their identity.
 */
function createPredictionMerger() {
  const parsers = new Map<string, PartialArguments>();
  let cache: PredictionCache | undefined;

  /** Parses the arguments received so far of each predicting call. */
  function parseArguments(snapshot: Snapshot) {
    const { predictingIds, toolCalls } = snapshot.tracking;
    const predicting = new Set(predictingIds);
    for (const id of parsers.keys()) if (!predicting.has(id)) parsers.delete(id);
    const calls = predictingIds.flatMap((id) => {
      const call = findToolCall(snapshot, id)?.toolCall;
      if (!call) return [];
      const parser = parsers.get(id) ?? new PartialArguments();
      parsers.set(id, parser);
      const args = parser.parseArguments(call, getOwn(toolCalls, id)?.isOpen === false);
      return { id, name: call.function.name, args };
    });
    return calls;
  }

  return (snapshot: Snapshot): Snapshot => {
    const { visibleState: base, tracking } = snapshot;
    const { predictions } = tracking;
    const calls = parseArguments(snapshot);
    const isCurrent =
      cache !== undefined &&
      Object.is(cache.base, base) &&
      cache.predictions === predictions &&
      cache.argumentsById.size === calls.length &&
      calls.every(({ id, args }) => Object.is(cache?.argumentsById.get(id), args));
    if (!cache || !isCurrent) {
      const predicted: Record<string, unknown> = {};
      for (const { name, args } of calls) {
        if (!isRecord(args)) continue;
        for (const { tool, stateKey, toolArgument } of predictions) {
          if (tool !== name) continue;
          const value = toolArgument === undefined ? args : args[toolArgument];
          if (value !== undefined) predicted[stateKey] = value;
        }
      }
      const next = { ...(isRecord(base) ? base : {}), ...predicted };
      cache = {
        base,
        predictions,
        argumentsById: new Map(calls.map(({ id, args }) => [id, args])),
        visibleState: replaceEqualDeep<unknown>(cache ? cache.visibleState : base, next),
        predictedKeys: replaceEqualDeep(cache?.predictedKeys, Object.keys(predicted)),
      };
    }
    const { visibleState, predictedKeys } = cache;
    return predictedKeys.length === 0 ? snapshot : { ...snapshot, visibleState, predictedKeys };
  };
}

/**
 * Replaces predicted values by the real ones in a state.
 *
 * @param value - State that the application made of the visible state of `predicted`.
 * @param predicted - Snapshot with predictions.
 * @param current - The same snapshot without predictions.
 */
export function withoutPredictions(
  value: unknown,
  predicted: Snapshot,
  current: Snapshot,
): unknown {
  if (predicted === current || !isRecord(value)) return value;
  const base: Readonly<Record<string, unknown>> = isRecord(current.visibleState)
    ? current.visibleState
    : {};
  const predictedState: Readonly<Record<string, unknown>> = isRecord(predicted.visibleState)
    ? predicted.visibleState
    : {};
  const cleaned: Record<string, unknown> = { ...value };
  for (const key of predicted.predictedKeys) {
    if (cleaned[key] !== predictedState[key]) continue;
    if (Object.hasOwn(base, key)) cleaned[key] = base[key];
    else delete cleaned[key];
  }
  return cleaned;
}

/**
 * Creates the function that adds predictions to a thread's snapshots. The result for one snapshot
 * is computed once, and a snapshot without predictions is returned unchanged.
 */
export function createPredictor() {
  const addPredictions = createPredictionMerger();
  let last: { readonly source: Snapshot; readonly result: Snapshot } | undefined;

  return (snapshot: Snapshot): Snapshot => {
    if (snapshot.tracking.predictingIds.length === 0) return snapshot;
    if (last?.source !== snapshot) last = { source: snapshot, result: addPredictions(snapshot) };
    return last.result;
  };
}

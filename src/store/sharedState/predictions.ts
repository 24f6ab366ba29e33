import { isRecord } from "../../protocol/isRecord.ts";
import { findToolCall } from "../../reducer/lookup.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { reportUncaught } from "../thread/reportError.ts";
import { loadPartialJson, type ParsePartial } from "./partialJson.ts";

/** What was laid over a state the last time, and what of. */
interface PredictionCache<TState> {
  readonly base: TState;
  readonly predictions: Snapshot["tracking"]["predictions"];
  /** By the id of the call. */
  readonly calls: ReadonlyMap<string, ReadArguments>;
  readonly visibleState: TState;
  readonly predictedKeys: readonly string[];
}

interface ReadArguments {
  readonly text: string;
  readonly args: unknown;
}

/**
 * Makes the function that shows tool arguments that stream under the state keys they are going to be
 * (`PredictState`). The prediction lies on top of the visible state and is never sent to the agent.
 * Arguments are read again when there are more of them, and what they say as before keeps its
 * identity.
 */
export function createPredictions<TState>(parse: ParsePartial) {
  let last: PredictionCache<TState> | undefined;

  return (snapshot: Snapshot<TState>): Snapshot<TState> => {
    const { visibleState: base, tracking } = snapshot;
    const { predictions, predictingIds } = tracking;
    const predicted: Record<string, unknown> = {};
    const calls = new Map<string, ReadArguments>();
    let isSame = Object.is(last?.base, base) && last?.predictions === predictions;
    for (const id of predictingIds) {
      const call = findToolCall(snapshot, id)?.toolCall.function;
      if (!call) continue;
      const { name, arguments: text } = call;
      const before = last?.calls.get(id);
      const read = before?.text === text ? before : { text, args: parse(text) };
      if (read !== before) isSame = false;
      calls.set(id, read);
      const { args } = read;
      if (!isRecord(args)) continue;
      for (const { tool, stateKey, toolArgument } of predictions) {
        if (tool !== name) continue;
        const value = toolArgument === undefined ? args : args[toolArgument];
        if (value !== undefined) predicted[stateKey] = value;
      }
    }
    if (!last || !isSame || calls.size !== last.calls.size) {
      const predictedKeys = Object.keys(predicted);
      // A prediction says what the agent is about to make of the state, in the state's own shape.
      const laid = { ...(isRecord(base) ? base : {}), ...predicted } as TState;
      const visibleState = replaceEqualDeep(last ? last.visibleState : base, laid);
      last = {
        base,
        predictions,
        calls,
        visibleState,
        predictedKeys: replaceEqualDeep(last?.predictedKeys, predictedKeys),
      };
    }
    const { visibleState, predictedKeys } = last;
    return predictedKeys.length === 0 ? snapshot : { ...snapshot, visibleState, predictedKeys };
  };
}

/** A state that somebody made of what was shown, with what was predicted in it as it really is. */
export function withoutPredictions<TState>(
  value: TState,
  shown: Snapshot<TState>,
  real: Snapshot<TState>,
): TState {
  if (shown === real || !isRecord(value)) return value;
  const base: Readonly<Record<string, unknown>> = isRecord(real.visibleState)
    ? real.visibleState
    : {};
  const predicted: Readonly<Record<string, unknown>> = isRecord(shown.visibleState)
    ? shown.visibleState
    : {};
  const cleaned: Record<string, unknown> = { ...value };
  for (const key of shown.predictedKeys) {
    if (cleaned[key] !== predicted[key]) continue;
    if (Object.hasOwn(base, key)) cleaned[key] = base[key];
    else delete cleaned[key];
  }
  // The same shape, with other values under some keys.
  return cleaned as TState;
}

/**
 * Makes the function that lays predictions on a thread's snapshots; a snapshot without any comes
 * back as it is, and the same snapshot is laid out once. The first prediction loads the reader.
 */
export function createPredictor<TState>(onReady: () => void) {
  let predict: ReturnType<typeof createPredictions<TState>> | undefined;
  let isLoading = false;
  let last: { readonly of: Snapshot<TState>; readonly shown: Snapshot<TState> } | undefined;

  return (snapshot: Snapshot<TState>): Snapshot<TState> => {
    if (snapshot.tracking.predictingIds.length === 0) return snapshot;
    if (!predict) {
      if (!isLoading) {
        isLoading = true;
        loadPartialJson().then((parse) => {
          predict = createPredictions(parse);
          onReady();
        }, reportUncaught);
      }
      return snapshot;
    }
    if (last?.of !== snapshot) last = { of: snapshot, shown: predict(snapshot) };
    return last.shown;
  };
}

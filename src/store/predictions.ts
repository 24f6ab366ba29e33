import { isRecord } from "../protocol/isRecord.ts";
import { findToolCall } from "../reducer/select.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { reportFailure } from "./reportFailure.ts";

/** Reads JSON that has not arrived whole; `undefined` when nothing can be read yet. */
export type ParsePartial = (text: string) => unknown;

/** Loads the partial-JSON reader. Predictions are rare, so it stays out of the first load. */
async function loadPartialJson(): Promise<ParsePartial> {
  const loaded: PartialJson & { default?: PartialJson } = await import("partial-json");
  // It is CommonJS: some bundlers put its exports on the module, others only on its default.
  const { Allow, parse } = loaded.default ?? loaded;
  return (text) => {
    try {
      return parse(text, Allow.ALL) as unknown;
    } catch {
      return undefined;
    }
  };
}

type PartialJson = Pick<typeof import("partial-json"), "Allow" | "parse">;

/**
 * Shows tool arguments that stream under the state keys they are going to be (`PredictState`).
 * The prediction lies on top of the visible state and is never sent to the agent.
 */
export function withPredictions<TState>(
  snapshot: Snapshot<TState>,
  parse: ParsePartial,
): Snapshot<TState> {
  const { predictions, predictingIds } = snapshot.ledger;
  if (predictingIds.length === 0) return snapshot;
  const predicted: Record<string, unknown> = {};
  for (const id of predictingIds) {
    const call = findToolCall(snapshot, id)?.toolCall.function;
    const args = call && parse(call.arguments);
    if (!call || !isRecord(args)) continue;
    for (const { tool, stateKey, toolArgument } of predictions) {
      if (tool !== call.name) continue;
      const value = toolArgument === undefined ? args : args[toolArgument];
      if (value !== undefined) predicted[stateKey] = value;
    }
  }
  const predictedKeys = Object.keys(predicted);
  if (predictedKeys.length === 0) return snapshot;
  const base = isRecord(snapshot.visibleState) ? snapshot.visibleState : {};
  // A prediction says what the agent is about to make of the state, in the state's own shape.
  return { ...snapshot, visibleState: { ...base, ...predicted } as TState, predictedKeys };
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
  let parse: ParsePartial | undefined;
  let isLoading = false;
  let last: { readonly of: Snapshot<TState>; readonly shown: Snapshot<TState> } | undefined;

  return (snapshot: Snapshot<TState>): Snapshot<TState> => {
    if (snapshot.ledger.predictingIds.length === 0) return snapshot;
    if (!parse) {
      if (!isLoading) {
        isLoading = true;
        loadPartialJson().then((loaded) => {
          parse = loaded;
          onReady();
        }, reportFailure);
      }
      return snapshot;
    }
    if (last?.of !== snapshot) last = { of: snapshot, shown: withPredictions(snapshot, parse) };
    return last.shown;
  };
}

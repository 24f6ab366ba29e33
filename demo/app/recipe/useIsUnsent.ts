import { useSnapshot } from "agui-kit";

/**
 * Returns true when part of the shared state has an unsent edit by the user. A prediction
 * (`PredictState`) of the agent is not an edit.
 */
export function useIsUnsent(read: (state: unknown) => unknown): boolean {
  return useSnapshot(
    ({ edits, predictedKeys, state, visibleState }) =>
      edits.length > 0 && predictedKeys.length === 0 && read(state) !== read(visibleState),
  );
}

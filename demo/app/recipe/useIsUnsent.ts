import { useSnapshot } from "agui-kit";

/**
 * Whether a part of the shared state is as the person made it, and the agent has not been told. What
 * an agent is about to write (`PredictState`) is no edit.
 */
export function useIsUnsent(read: (state: unknown) => unknown): boolean {
  return useSnapshot(
    ({ edits, predictedKeys, state, visibleState }) =>
      edits.length > 0 && predictedKeys.length === 0 && read(state) !== read(visibleState),
  );
}

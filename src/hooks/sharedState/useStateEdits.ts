import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/** Result of {@link useStateEdits}. The functions keep their identity as long as the thread. */
export interface UseStateEditsResult {
  /** Edits of the shared state that no run has sent yet, as JSON patches in order. */
  readonly edits: Snapshot["edits"];
  /** Edits that were dropped because they conflicted with changes by the agent, the latest last. */
  readonly dropped: Snapshot["droppedEdits"];
  /** True when `undo` has an edit to revert. */
  readonly canUndo: boolean;
  /** Reverts the last local edit, sent or not. */
  readonly undo: Thread["undoEdit"];
  /** Discards all edits that were not sent. */
  readonly discard: Thread["discardEdits"];
  /** Clears `dropped`. */
  readonly dismiss: Thread["dismissDroppedEdits"];
  /** Edits the state back to the `initialState`. */
  readonly reset: Thread["resetState"];
  /** Fetches the state from the agent. Resolves with false when the agent cannot provide it. */
  readonly resync: Thread["resync"];
}

/**
 * Returns the user's edits of the shared state, pending and dropped, and functions that revert them.
 *
 * @example A bar above a form that user and agent edit
 * ```tsx
 * const { edits, dropped, canUndo, undo, dismiss } = useStateEdits();
 * <p>{edits.length > 0 ? "Not sent yet" : "Sent"}</p>
 * <button disabled={!canUndo} onClick={undo}>Undo</button>
 * {dropped.length > 0 && <button onClick={dismiss}>The agent replaced one of your changes. OK</button>}
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function useStateEdits(target?: ThreadTarget): UseStateEditsResult {
  const thread = useThread(target);
  const edits = useSnapshot((snapshot) => snapshot.edits, Object.is, target);
  const dropped = useSnapshot((snapshot) => snapshot.droppedEdits, Object.is, target);
  // The snapshot lacks this fact, but every edit and undo changes the visible state, and so runs the selector.
  const canUndo = useSnapshot(() => thread.canUndoEdit(), Object.is, target);
  const commands = useMemo(
    () => ({
      undo: () => thread.undoEdit(),
      discard: () => thread.discardEdits(),
      dismiss: () => thread.dismissDroppedEdits(),
      reset: thread.resetState.bind(thread),
      resync: () => thread.resync(),
    }),
    [thread],
  );
  return { edits, dropped, canUndo, ...commands };
}

/**
 * Returns the keys of the shared state whose values are predicted from the streaming arguments of a tool call
 * (`PredictState`). The agent has not confirmed these values yet.
 *
 * @example A document that is being written
 * ```tsx
 * const isDraft = usePredictedKeys().includes("document");
 * <article aria-busy={isDraft}>{document}</article>
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function usePredictedKeys(target?: ThreadTarget): readonly string[] {
  return useSnapshot((snapshot) => snapshot.predictedKeys, haveSameItems, target);
}

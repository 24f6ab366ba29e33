import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/** What {@link useStateEdits} returns. The verbs keep their identity for as long as the thread. */
export interface UseStateEditsResult {
  /** Edits of the shared state that no run has carried yet, as JSON patches, in their order. */
  readonly edits: Snapshot["edits"];
  /** Edits that were given up because of what the agent did to the state, the latest last. */
  readonly dropped: Snapshot["droppedEdits"];
  /** Whether `undo` would take something back. */
  readonly canUndo: boolean;
  /** Takes back the last edit that was made here, also one that was sent. */
  readonly undo: Thread["undoEdit"];
  /** Gives up what was not sent yet. */
  readonly discard: Thread["discardEdits"];
  /** Forgets what is `dropped`. */
  readonly dismiss: Thread["dismissDroppedEdits"];
  /** Edits the state back to the `initialState`. */
  readonly reset: Thread["resetState"];
  /** Asks the agent for its state; tells whether it could say. */
  readonly resync: Thread["resync"];
}

/**
 * Follows what the person has changed in the shared state: what still waits to be sent, what was given
 * up, and how to take it back.
 *
 * @example A bar above a form both sides edit
 * ```tsx
 * const { edits, dropped, canUndo, undo, dismiss } = useStateEdits();
 * <p>{edits.length > 0 ? "Not sent yet" : "The agent has it"}</p>
 * <button disabled={!canUndo} onClick={undo}>Undo</button>
 * {dropped.length > 0 && <button onClick={dismiss}>A change of yours was overtaken. OK</button>}
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function useStateEdits(target?: ThreadTarget): UseStateEditsResult {
  const thread = useThread(target);
  const edits = useSnapshot((snapshot) => snapshot.edits, Object.is, target);
  const dropped = useSnapshot((snapshot) => snapshot.droppedEdits, Object.is, target);
  // Every edit and every undo changes the visible state.
  const canUndo = useSnapshot(() => thread.canUndoEdit(), Object.is, target);
  const verbs = useMemo(
    () => ({
      undo: () => thread.undoEdit(),
      discard: () => thread.discardEdits(),
      dismiss: () => thread.dismissDroppedEdits(),
      reset: thread.resetState.bind(thread),
      resync: () => thread.resync(),
    }),
    [thread],
  );
  return { edits, dropped, canUndo, ...verbs };
}

import type { ValueSchema } from "../jsonSchema/valueSchema.ts";
import type { SetStateOptions, StateUpdater } from "../thread/threadOptions.ts";

/**
 * The commands of a thread for the state that it shares with its agent.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export interface SharedStateCommands<TState = unknown> {
  /**
   * Edits the shared state. The edit is visible in `visibleState` at once and sent with the next
   * run. Until a run has sent it, the edit is kept as a JSON Patch on top of the agent's state. An
   * edit that no longer applies is dropped, with an issue and an entry in `snapshot.droppedEdits`.
   * When a run opens with an empty state, the sent state stays visible until the agent sends more.
   *
   * @param next - The new state, or a function of the latest state without predictions. A state is
   * taken as an edit of the published state: changes that the agent has made since stay, and
   * predicted values are ignored. The value is not mutated. `null` means that there is no state.
   * @example Rename a document
   * ```ts
   * thread.setState((state) => ({ ...state, title: "Minutes" }));
   * ```
   * @see https://docs.ag-ui.com/concepts/state
   */
  setState(next: TState | StateUpdater<TState>, options?: SetStateOptions): void;
  /** Edits the state back to `initialState`. */
  resetState(options?: SetStateOptions): void;
  /**
   * Undoes the last `setState()` of this tab, up to 500 of them, and keeps changes that the agent
   * has made since. Characters typed into one text without a pause are undone together. Edits that
   * the agent has overwritten are skipped.
   *
   * @returns True when an edit was undone.
   */
  undoEdit(): Promise<boolean>;
  /** Returns true when `undoEdit()` has an edit to undo. */
  canUndoEdit(): boolean;
  /** Drops every edit that no run has sent yet. */
  discardEdits(): Promise<void>;
  /** Clears `snapshot.droppedEdits`. */
  dismissDroppedEdits(): Promise<void>;
  /**
   * Fetches the current state from the agent, and keeps local edits on top of it.
   *
   * @returns True when the agent has a `getState` and returned a state.
   * @throws the error of the agent's `getState`
   */
  resync(): Promise<boolean>;
  /**
   * Validates every state that the agent sends from now on, or the part at a JSON Pointer. An
   * invalid state is kept and becomes an issue. Returns the function that stops the validation.
   */
  validateState(schema: ValueSchema, pointer?: string): () => void;
}

import type { JsonPatch, JsonPatchOperation } from "../../protocol/events.ts";

/**
 * Resolution of a conflict when the agent changes the same location as an edit: `rebase` keeps the edit,
 * `agent-wins` drops it.
 */
export type StateConflict = "rebase" | "agent-wins";

/** An edit of the shared state that no run has sent yet. */
export interface StateEdit {
  /** The changes to `base`, as JSON Patch. */
  readonly patch: JsonPatch;
  /** The visible state when the edit was made. */
  readonly base: unknown;
  /** The resolution of conflicts with the agent. */
  readonly conflict: StateConflict;
}

/** The dropped part of an edit that does not fit the agent's state. */
export interface DroppedEdit {
  /** The changes that were dropped, as JSON Patch on the edited state. */
  readonly patch: JsonPatch;
  /** `gone`: the edited location no longer exists. `agent-wins`: the agent changed the same location. */
  readonly reason: "gone" | "agent-wins";
}

/** Three versions of a value; `undefined` where a version has none. */
export interface Versions<T = unknown> {
  /** The value before the user's edit. */
  readonly base: T;
  /** The value after the user's edit. */
  readonly mine: T;
  /** The agent's current value. */
  readonly theirs: T;
}

/** Options of a merge, and the changes that it dropped. */
export interface StateMerge {
  readonly conflict: StateConflict;
  readonly path: readonly string[];
  /** Changes of the user that were dropped: their location no longer exists, or the agent wins. */
  readonly droppedOperations: JsonPatchOperation[];
  /** True when the agent started with a blank state, so that absent fields were not removed. */
  readonly startsOver?: boolean;
}

/** Operations that merge list items. */
export interface ListMergeOptions {
  readonly agentWins: boolean;
  /** Merges an item. @param at - The position in the user's list */
  readonly mergeItem: (versions: Versions, at: number) => unknown;
  /** Records a dropped change of an item; `undefined` for an item that the user removed. */
  readonly loseItem: (mine: unknown, at: number) => void;
}

import type { JsonPatch } from "../../protocol/events.ts";

/**
 * Resolution of a conflict when the agent changes the same place as an edit: `rebase` keeps the edit,
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
  /** `gone`: the edited place no longer exists. `agent-wins`: the agent changed the same place. */
  readonly reason: "gone" | "agent-wins";
}

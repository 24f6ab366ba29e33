import type { JsonPatch } from "../../protocol/events.ts";

/**
 * What happens to an edit when the agent changes the same place: with `rebase` the edit stays on
 * top, with `agent-wins` it is dropped.
 */
export type StateConflict = "rebase" | "agent-wins";

/** An edit of the shared state that no run has carried yet. */
export interface StateEdit {
  /** What it changes: of the confirmed state for the first edit, of the one before for the others. */
  readonly patch: JsonPatch;
  readonly conflict: StateConflict;
}

/** An edit that was given up, because it fits what the agent has made of the state no more. */
export interface DroppedEdit extends StateEdit {
  /** `gone`: what it was about is not there any more. `agent-wins`: the agent changed it as well. */
  readonly reason: "gone" | "agent-wins";
}

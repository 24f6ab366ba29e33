import type { JsonPatch } from "../../protocol/events.ts";

/**
 * What happens to an edit when the agent changes the same place: with `rebase` the edit stays on
 * top, with `agent-wins` it is dropped.
 */
export type StateConflict = "rebase" | "agent-wins";

/** An edit of the shared state that no run has carried yet. */
export interface StateEdit {
  /** What it changes of `base`. */
  readonly patch: JsonPatch;
  /** What the person saw when they made it. */
  readonly base: unknown;
  readonly conflict: StateConflict;
}

/** What was given up of an edit, because it does not fit what the agent has made of the state. */
export interface DroppedEdit {
  /** What it would have done, in the places of the edited state. */
  readonly patch: JsonPatch;
  /** `gone`: what it was about is not there any more. `agent-wins`: the agent changed it as well. */
  readonly reason: "gone" | "agent-wins";
}

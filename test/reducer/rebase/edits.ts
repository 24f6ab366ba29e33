import { addEdit, rebaseEdits } from "../../../src/reducer/rebase/rebaseEdits.ts";
import type { StateConflict, StateEdit } from "../../../src/reducer/rebase/stateEdit.ts";

/** Returns consecutive user edits, each made on the visible state. */
export const edits = (conflict: StateConflict, base: unknown, ...states: readonly unknown[]) => {
  let stateEdits: readonly StateEdit[] = [];
  let visibleState = base;
  for (const state of states) {
    stateEdits = addEdit(stateEdits, visibleState, state, conflict);
    visibleState = state;
  }
  return stateEdits;
};

export const rebase = (
  from: unknown,
  edited: unknown,
  to: unknown,
  conflict: StateConflict = "rebase",
) => rebaseEdits(edits(conflict, from, edited), to);

export const task = (id: number, title: string) => ({ id, title });

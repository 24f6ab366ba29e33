import { addEdit } from "./rebase/rebaseEdits.ts";
import type { StateConflict, StateEdit } from "./rebase/stateEdit.ts";
import type { Snapshot } from "./snapshot.ts";
import { updateSnapshot } from "./updateSnapshot.ts";

/** Edits the shared state: visible at once, confirmed when a run has sent it. */
export function editState(
  snapshot: Snapshot,
  value: unknown,
  conflict: StateConflict = "rebase",
): Snapshot {
  const { state, visibleState: base, edits } = snapshot;
  if (Object.is(value, base)) return snapshot;
  const edit: StateEdit = { patch: [{ op: "replace", path: "", value }], base, conflict };
  return {
    ...snapshot,
    visibleState: value,
    edits: Object.is(value, state) ? [] : [...edits, edit],
  };
}

/** Edits the shared state like `editState`, with the JSON Patch of the edit computed at once. */
export function editStateAsPatch(
  snapshot: Snapshot,
  value: unknown,
  conflict: StateConflict = "rebase",
): Snapshot {
  const edited = editState(snapshot, value, conflict);
  if (edited === snapshot || edited.edits.length === 0) return edited;
  const edits = addEdit(snapshot.edits, snapshot.visibleState, value, conflict);
  return { ...edited, edits };
}

/** Adds the edits that were made since the run began to the edits that its input sends. */
export function markEditsSent(snapshot: Snapshot): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    const { state, visibleState, edits } = draft.snapshot;
    const { sentEdits } = draft.tracking;
    draft.setTracking({
      sentEdits: {
        state: sentEdits ? sentEdits.state : state,
        edits: [...(sentEdits?.edits ?? []), ...edits],
      },
    });
    draft.setField("state", visibleState);
    draft.setField("edits", []);
  });
}

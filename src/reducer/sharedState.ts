import { editDropped } from "../protocol/issueKinds.ts";
import type { Draft } from "./draft.ts";
import { rebaseEdits } from "./edits/rebaseEdits.ts";
import type { HandlersOf } from "./handlers.ts";
import { share } from "./share.ts";
import type { Snapshot } from "./snapshot.ts";
import { edit } from "./transitions.ts";

/** More than anybody reads; the issue counts the others. */
const MAX_DROPPED = 20;

/** Takes a state the agent confirmed; edits that no run has carried stay on top of it. */
export function setConfirmedState(draft: Draft, state: unknown): void {
  const { state: before, edits, droppedEdits, visibleState } = draft.now;
  if (edits.length === 0) draft.set("visibleState", state);
  else if (!Object.is(before, state)) {
    const rebased = rebaseEdits(edits, state, visibleState);
    draft.set("visibleState", rebased.visible);
    draft.set("edits", rebased.edits);
    for (const { patch } of rebased.dropped) draft.report(editDropped, patch[0]?.path);
    if (rebased.dropped.length > 0) {
      draft.set("droppedEdits", [...droppedEdits, ...rebased.dropped].slice(-MAX_DROPPED));
    }
  }
  draft.set("state", state);
  // What was predicted has been decided.
  if (draft.ledger.predictingIds.length > 0) draft.setLedger({ predictingIds: [] });
}

/** Takes a state that an agent said outside of its stream. */
export function confirmState<TState>(snapshot: Snapshot<TState>, state: unknown): Snapshot<TState> {
  return edit(snapshot, (draft) => setConfirmedState(draft, share(draft.now.state, state)));
}

/**
 * The state shared with the agent, as a whole.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const sharedStateHandlers: HandlersOf<"STATE_SNAPSHOT"> = {
  STATE_SNAPSHOT(draft, event) {
    setConfirmedState(draft, share(draft.now.state, event.snapshot as unknown));
  },
};

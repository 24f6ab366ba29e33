import type { HandlersOf } from "../handlers.ts";
import { tryPatch } from "../json/jsonPatch.ts";
import { setConfirmedState } from "./sharedState.ts";

/**
 * A change to the shared state.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const stateDeltaHandlers: HandlersOf<"STATE_DELTA"> = {
  STATE_DELTA(draft, event) {
    // What edits have made of it shares what they left alone.
    if (draft.now.edits.length > 0) draft.patched.clear();
    const patched = tryPatch(draft, draft.now.state, event.delta, "state");
    if (patched) setConfirmedState(draft, patched.document);
  },
};

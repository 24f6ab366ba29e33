import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { share } from "./share.ts";

/** Takes a state the agent confirmed; an edit that no run has carried yet stays visible on top. */
export function setConfirmedState(draft: Draft, state: unknown): void {
  draft.set("state", state);
  if (!draft.ledger.hasLocalEdit) draft.set("visibleState", state);
  // What was predicted has been decided.
  if (draft.ledger.predictingIds.length > 0) draft.setLedger({ predictingIds: [] });
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

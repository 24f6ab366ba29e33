import { isRecord } from "../protocol/isRecord.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { putOwn } from "./records.ts";
import { share } from "./share.ts";

/**
 * The agent's next state under an edit that no run has carried yet: the fields the person changed
 * stay the person's, the agent goes on with the others.
 */
function withEdit({ now: { state: before, visibleState: edited } }: Draft, next: unknown): unknown {
  if (!isRecord(before) || !isRecord(edited) || !isRecord(next)) return edited;
  const merged: Record<string, unknown> = { ...next };
  for (const key of Object.keys({ ...before, ...edited })) {
    if (Object.is(before[key], edited[key])) continue;
    if (Object.hasOwn(edited, key)) putOwn(merged, key, edited[key]);
    else delete merged[key];
  }
  return merged;
}

/** Takes a state the agent confirmed. */
export function setConfirmedState(draft: Draft, state: unknown): void {
  draft.set("visibleState", draft.ledger.hasLocalEdit ? withEdit(draft, state) : state);
  draft.set("state", state);
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

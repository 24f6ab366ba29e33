import { editDropped } from "../../protocol/issueCodes.ts";
import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import { tryPatch } from "../json/jsonPatch.ts";
import { updateSnapshot } from "../localUpdates.ts";
import { isBlank, rebaseEdits } from "../rebase/rebaseEdits.ts";
import type { Snapshot } from "../snapshot.ts";
import { replaceEqualDeep } from "../structuralSharing.ts";

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
  const { predictingIds, blankStateBackup, isAttached } = draft.tracking;
  // What was predicted has been decided.
  if (predictingIds.length > 0) draft.setTracking({ predictingIds: [] });
  if (isAttached && blankStateBackup !== false) draft.setTracking({ blankStateBackup: false });
}

/**
 * Whether a run opens with a state that says nothing yet, as some servers do before they look at what
 * they were sent: with what the run carried, that is no word of the agent's about it.
 */
function opensBlank({ tracking, now }: Draft, state: unknown): boolean {
  const told = [tracking.text, tracking.reasoning, tracking.toolCalls, tracking.activities];
  return (
    tracking.isAttached &&
    tracking.blankStateBackup === null &&
    isBlank(state) &&
    !isBlank(now.state) &&
    told.every((entries) => Object.keys(entries).length === 0)
  );
}

/** Takes a blank state as the one that deltas are about, and leaves what the person sees as it is. */
function setAside(draft: Draft, state: unknown): void {
  draft.setTracking({ blankStateBackup: { state: draft.now.state } });
  draft.set("state", state);
}

/**
 * Decides what a blank state at the start of a run that has ended was worth. Only one that went well, and
 * was sent nothing of the person's, has said that there is no state.
 */
export function applyAgentState(draft: Draft): void {
  const { blankStateBackup, sentEdits } = draft.tracking;
  if (!blankStateBackup) return;
  const { run, edits, state } = draft.now;
  const isMeant = run.outcome === "success" && edits.length === 0 && !sentEdits?.edits.length;
  if (isMeant) draft.set("visibleState", state);
  else draft.set("state", blankStateBackup.state);
  draft.setTracking({ blankStateBackup: false });
}

/** Takes a state that an agent said outside of its stream. */
export function confirmState<TState>(snapshot: Snapshot<TState>, state: unknown): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) =>
    setConfirmedState(draft, replaceEqualDeep(draft.now.state, state)),
  );
}

/**
 * Handles the state shared with the agent.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const sharedStateHandlers: HandlersOf<"STATE_SNAPSHOT" | "STATE_DELTA"> = {
  STATE_SNAPSHOT(draft, event) {
    const state = replaceEqualDeep(draft.now.state, event.snapshot as unknown);
    if (opensBlank(draft, state)) setAside(draft, state);
    else setConfirmedState(draft, state);
  },
  STATE_DELTA(draft, event) {
    // The merged edits share containers with the state, which a patch must not write to.
    if (draft.now.edits.length > 0) draft.patched.clear();
    const patched = tryPatch(draft, draft.now.state, event.delta, "state");
    if (patched) setConfirmedState(draft, patched.document);
  },
};

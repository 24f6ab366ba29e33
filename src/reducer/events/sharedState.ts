import { editDropped } from "../../protocol/issueCodes.ts";
import type { HandlersOf } from "../handlers.ts";
import { tryPatch } from "../json/jsonPatch.ts";
import { isBlankState, rebaseEdits } from "../rebase/rebaseEdits.ts";
import { hasWrittenCurrentState, recordWrittenState } from "../recordWrittenState.ts";
import { replaceEqualDeep } from "../replaceEqualDeep.ts";
import type { BlankState } from "../runTracking.ts";
import type { Snapshot } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { updateSnapshot } from "../updateSnapshot.ts";

/** Number of dropped edits that a snapshot lists; an issue counts all of them. */
const MAX_DROPPED = 20;

const DECIDED: BlankState = { kind: "decided" };

/** Sets the state that the agent confirmed, and rebases the edits that no run has sent. */
function setConfirmedState(draft: SnapshotDraft, state: unknown): void {
  const { state: before, edits, droppedEdits, visibleState } = draft.snapshot;
  if (edits.length === 0) draft.setField("visibleState", state);
  else if (!Object.is(before, state)) {
    const rebased = rebaseEdits(edits, state, visibleState);
    draft.setField("visibleState", rebased.visible);
    draft.setField("edits", rebased.edits);
    for (const { patch } of rebased.dropped) draft.report(editDropped, patch[0]?.path);
    if (rebased.dropped.length > 0) {
      draft.setField("droppedEdits", [...droppedEdits, ...rebased.dropped].slice(-MAX_DROPPED));
    }
  }
  draft.setField("state", state);
  const { predictingIds, blankState, isAttached } = draft.tracking;
  // The confirmed state replaces the predictions.
  if (predictingIds.length > 0) draft.setTracking({ predictingIds: [] });
  if (isAttached && blankState.kind !== "decided") draft.setTracking({ blankState: DECIDED });
}

/** Sets the state that a run wrote. */
function writeState(draft: SnapshotDraft, state: unknown, subagentRunId: string | undefined): void {
  const { blankState } = draft.tracking;
  const before = blankState.kind === "undecided" ? blankState.stateBefore : draft.snapshot.state;
  setConfirmedState(draft, state);
  if (!Object.is(before, state)) recordWrittenState(draft, before, subagentRunId);
}

/**
 * True when a run begins with a blank state. Some servers send one before they read the input, so it says
 * nothing about the state in the input.
 */
function opensBlank({ tracking, snapshot }: SnapshotDraft, state: unknown): boolean {
  const streams = [tracking.text, tracking.reasoning, tracking.toolCalls, tracking.activities];
  return (
    tracking.isAttached &&
    tracking.blankState.kind === "possible" &&
    isBlankState(state) &&
    !isBlankState(snapshot.state) &&
    streams.every((entries) => Object.keys(entries).length === 0)
  );
}

/** Applies deltas to the blank state from now on, and keeps the visible state as it is. */
function backUpState(draft: SnapshotDraft, state: unknown): void {
  draft.setTracking({ blankState: { kind: "undecided", stateBefore: draft.snapshot.state } });
  draft.setField("state", state);
}

/**
 * Decides at the end of a run whether the agent meant the blank state that the run began with. It did if
 * the run succeeded and its input had no edits; otherwise the state before the run is restored.
 */
export function decideBlankState(draft: SnapshotDraft): void {
  const { blankState, sentEdits } = draft.tracking;
  if (blankState.kind !== "undecided") return;
  const { run, edits, state } = draft.snapshot;
  const isMeant = run.outcome === "success" && edits.length === 0 && !sentEdits?.edits.length;
  if (isMeant) {
    draft.setField("visibleState", state);
    recordWrittenState(draft, blankState.stateBefore, undefined);
  } else draft.setField("state", blankState.stateBefore);
  draft.setTracking({ blankState: DECIDED });
}

/** Sets the state that the agent reported outside a stream. */
export function confirmState(snapshot: Snapshot, state: unknown): Snapshot {
  return updateSnapshot(snapshot, (draft) =>
    setConfirmedState(draft, replaceEqualDeep(draft.snapshot.state, state)),
  );
}

/**
 * Handles the state shared with the agent.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export const sharedStateHandlers: HandlersOf<"STATE_SNAPSHOT" | "STATE_DELTA"> = {
  STATE_SNAPSHOT(draft, event) {
    const state = replaceEqualDeep<unknown>(draft.snapshot.state, event.snapshot);
    if (opensBlank(draft, state)) backUpState(draft, state);
    else writeState(draft, state, event.subagentRunId);
  },
  STATE_DELTA(draft, event) {
    // Copy on write: edits share containers with the state, and so does the written state of another writer. The
    // first write of a run is compared with the previous state.
    if (draft.snapshot.edits.length > 0 || !hasWrittenCurrentState(draft, event.subagentRunId)) {
      draft.patched.clear();
    }
    const patched = tryPatch(draft, draft.snapshot.state, event.delta, "state");
    const { isAttached, blankState } = draft.tracking;
    if (patched) writeState(draft, patched.document, event.subagentRunId);
    // The agent has read its input when it patches the state, also when its patch does not fit.
    else if (isAttached && blankState.kind === "possible")
      draft.setTracking({ blankState: DECIDED });
  },
};

import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { editStateAsPatch } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { undoLast } from "./undo.ts";

/** Undoes the last edit that can be undone; see `Thread.undoEdit`. */
export function undoEdit(internals: ThreadInternals): boolean {
  const { undoStack, getSnapshot, commit, options } = internals;
  const undone = undoLast(internals);
  undoStack.length = undone?.remaining ?? 0;
  const snapshot = getSnapshot();
  // Subscribers that show `canUndoEdit()` must read it again.
  if (!undone) commit({ ...snapshot });
  // Equal parts keep the agent's identity, so that an edit undone completely leaves no patch to send.
  else {
    const edited = editStateAsPatch(
      snapshot,
      replaceEqualDeep(snapshot.state, undone.state),
      options.conflict,
    );
    commit(edited, "now", omitUndefined({ name: "state" as const, conflict: options.conflict }));
  }
  return undone !== undefined;
}

/** Drops the edits that no run has sent; see `Thread.discardEdits`. */
export function discardEdits({ undoStack, getSnapshot, commit }: ThreadInternals): void {
  undoStack.length = 0;
  const snapshot = getSnapshot();
  const { blankStateBackup } = snapshot.tracking;
  // The backup is the state that was sent to the agent, which has not answered with a state yet.
  const visibleState = blankStateBackup ? blankStateBackup.state : snapshot.state;
  commit({ ...snapshot, visibleState, edits: [] });
}

/** Clears the list of dropped edits; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits({ getSnapshot, commit }: ThreadInternals): void {
  commit({ ...getSnapshot(), droppedEdits: [] });
}

import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { editStateAsPatch } from "../../reducer/toolUpdates.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { undoLast } from "./undo.ts";

/** Takes the last edit back that can be; see `Thread.undoEdit`. */
export function undoEdit<TState>(core: ThreadCore<TState>): boolean {
  const { undoStack, getSnapshot, commit, options } = core;
  const back = undoLast(core);
  undoStack.length = back?.left ?? 0;
  const snapshot = getSnapshot();
  // Whoever shows whether there is something to take back looks again.
  if (!back) commit({ ...snapshot });
  // Back to what the agent has, nothing is left to send.
  else {
    const edited = editStateAsPatch(
      snapshot,
      replaceEqualDeep(snapshot.state, back.state),
      options.conflict,
    );
    commit(edited, "now", omitUndefined({ name: "state" as const, conflict: options.conflict }));
  }
  return back !== undefined;
}

/** Gives up what no run has carried; see `Thread.discardEdits`. */
export function discardEdits<TState>({ undoStack, getSnapshot, commit }: ThreadCore<TState>): void {
  undoStack.length = 0;
  const snapshot = getSnapshot();
  const { blankStateBackup } = snapshot.tracking;
  // What is set aside is what the agent was sent, without a word from it since.
  const visibleState = blankStateBackup ? (blankStateBackup.state as TState) : snapshot.state;
  commit({ ...snapshot, visibleState, edits: [] });
}

/** Forgets which edits were given up; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits<TState>({ getSnapshot, commit }: ThreadCore<TState>): void {
  commit({ ...getSnapshot(), droppedEdits: [] });
}

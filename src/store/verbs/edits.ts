import { present } from "../../protocol/present.ts";
import { share } from "../../reducer/share.ts";
import { editPrecisely } from "../../reducer/turn.ts";
import { takeBack } from "../pastEdits.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Takes the last edit back that can be; see `Thread.undoEdit`. */
export function undoEdit<TState>(core: ThreadCore<TState>): boolean {
  const { past, getSnapshot, commit, options } = core;
  const back = takeBack(core);
  past.length = back?.left ?? 0;
  const snapshot = getSnapshot();
  // Whoever shows whether there is something to take back looks again.
  if (!back) commit({ ...snapshot });
  // Back to what the agent has, nothing is left to send.
  else {
    const edited = editPrecisely(snapshot, share(snapshot.state, back.state), options.conflict);
    commit(edited, "now", present({ name: "state" as const, conflict: options.conflict }));
  }
  return back !== undefined;
}

/** Gives up what no run has carried; see `Thread.discardEdits`. */
export function discardEdits<TState>({ past, getSnapshot, commit }: ThreadCore<TState>): void {
  past.length = 0;
  const snapshot = getSnapshot();
  const { setAside } = snapshot.ledger;
  // What is set aside is what the agent was sent, without a word from it since.
  const visibleState = setAside ? (setAside.state as TState) : snapshot.state;
  commit({ ...snapshot, visibleState, edits: [] });
}

/** Forgets which edits were given up; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits<TState>({ getSnapshot, commit }: ThreadCore<TState>): void {
  commit({ ...getSnapshot(), droppedEdits: [] });
}

import { merge } from "../../reducer/edits/merge.ts";
import { share } from "../../reducer/share.ts";
import { editPrecisely } from "../../reducer/turn.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Takes the last edit back that can be; see `Thread.undoEdit`. */
export function undoEdit<TState>({
  past,
  getSnapshot,
  commit,
  options,
}: ThreadCore<TState>): boolean {
  const [before, after] = past.pop() ?? [];
  const { state, visibleState } = getSnapshot();
  // Where the agent has changed the same since, there is nothing of the edit left to take back; an older
  // one is not what the person means.
  const undone = merge(
    { base: after, mine: before, theirs: visibleState },
    { conflict: "agent-wins", path: [], lost: [] },
  );
  if (Object.is(undone, visibleState)) {
    // Whoever shows whether there is something to take back looks again.
    commit({ ...getSnapshot() });
    return false;
  }
  // Back to what the agent has, nothing is left to send. It is JSON of the state's own shape.
  const value = share(state, undone) as TState;
  commit(editPrecisely(getSnapshot(), value, options.conflict));
  return true;
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

import { carryPatch } from "../../reducer/edits/carryPatch.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { share } from "../../reducer/share.ts";
import { editState } from "../../reducer/transitions.ts";
import { reportFailure } from "../reportFailure.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Takes the last edit back; see `Thread.undoEdit`. */
export function undoEdit<TState>({
  past,
  getSnapshot,
  commit,
  options,
}: ThreadCore<TState>): boolean {
  const last = past.pop();
  if (!last) return false;
  const [before, after] = last;
  const { state, visibleState } = getSnapshot();
  try {
    const { document } = carryPatch(createPatch(after, before), after, visibleState);
    // Back to what the agent has, there is nothing left to send. It is JSON of the state's own shape.
    commit(editState(getSnapshot(), share(state, document) as TState, options.conflict));
    return true;
  } catch {
    // What was edited is not there any more, so there is nothing to take back.
    return false;
  }
}

/** Gives up what no run has carried; see `Thread.discardEdits`. */
export function discardEdits<TState>({ getSnapshot, commit }: ThreadCore<TState>): void {
  commit({ ...getSnapshot(), visibleState: getSnapshot().state, edits: [] });
}

/** Forgets which edits were given up; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits<TState>({ getSnapshot, commit }: ThreadCore<TState>): void {
  commit({ ...getSnapshot(), droppedEdits: [] });
}

/** Runs the agent on the edits there are, as soon as it is free, once for all of them. */
export async function runOnEdits<TState>(core: ThreadCore<TState>): Promise<void> {
  while (core.isBusy() && !core.isDisposed()) await core.running();
  if (core.isDisposed() || core.getSnapshot().edits.length === 0) return;
  // What an application starts by itself fails as a run does; only a fault of ours throws.
  core.goOn().catch(reportFailure);
}

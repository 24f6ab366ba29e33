import { confirmState } from "../../reducer/sharedState.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Takes the state as the agent has it now; see `Thread.resync`. */
export async function resync<TState>(core: ThreadCore<TState>): Promise<boolean> {
  const { options, getSnapshot, commit, isBusy, isDisposed, running } = core;
  const state = await options.agent.getState?.({ threadId: getSnapshot().threadId });
  // What a run carries is not in it, and what a run says is newer.
  while (isBusy() && !isDisposed()) await running();
  if (state === undefined || isDisposed()) return false;
  commit(confirmState(getSnapshot(), state));
  return true;
}

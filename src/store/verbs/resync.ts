import { confirmState } from "../../reducer/sharedState.ts";
import type { ThreadCore } from "../threadCore.ts";

/** Takes the state as the agent has it now; see `Thread.resync`. */
export async function resync<TState>(core: ThreadCore<TState>): Promise<boolean> {
  const { options, getSnapshot, commit, isBusy, isDisposed, running } = core;
  const { agent } = options;
  if (!agent.getState) return false;
  // What a run carries, and what it says, comes first: the answer would be older.
  while (isBusy() && !isDisposed()) await running();
  const { threadId, run } = getSnapshot();
  const state = await agent.getState({ threadId });
  if (state === undefined || isDisposed()) return false;
  // A run has begun meanwhile, which knows better.
  if (getSnapshot().run.startedAt !== run.startedAt) return resync(core);
  commit(confirmState(getSnapshot(), state));
  return true;
}

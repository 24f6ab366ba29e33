import type { EventOf } from "../../protocol/events.ts";
import { confirmState } from "../../reducer/events/sharedState.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** Of each thread, which of its questions was answered last: an older answer that comes later is old. */
const answered = new WeakMap<object, number>();
let asked = 0;

/** Takes the state as the agent has it now; see `Thread.resync`. */
export async function resync(internals: ThreadInternals): Promise<boolean> {
  const { options, getSnapshot, commit, isBusy, isDisposed, running } = internals;
  const { agent } = options;
  if (!agent.getState) return false;
  // What a run carries, and what it says, comes first: the answer would be older.
  while (isBusy() && !isDisposed()) await running();
  const { threadId, run } = getSnapshot();
  const question = ++asked;
  const state = await agent.getState({ threadId });
  if (state === undefined || isDisposed()) return false;
  // A run has begun meanwhile, which knows better.
  if (getSnapshot().run.runId !== run.runId) return resync(internals);
  if ((answered.get(internals) ?? 0) > question) return true;
  answered.set(internals, question);
  const before = getSnapshot();
  const next = confirmState(before, state);
  commit(next);
  // `type` is the enum's member of that very name; checks of the state listen for it.
  const type = "STATE_SNAPSHOT" as EventOf<"STATE_SNAPSHOT">["type"];
  internals.listeners.notifyEvents([{ type, snapshot: state }], next);
  internals.listeners.notifyIssues(before, next);
  return true;
}

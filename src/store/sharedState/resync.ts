import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { Event, EventOf } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { confirmState } from "../../reducer/events/sharedState.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/**
 * Number of the latest answered request per thread: an older response that arrives later is
 * ignored.
 */
const latestAnswered = new WeakMap<object, number>();
let requestCount = 0;

/** Replaces the state by the agent's current one; see `Thread.resync`. */
export async function resync(internals: ThreadInternals): Promise<boolean> {
  const { options, getBaseSnapshot, commit, isBusy, isDisposed, latestTurn } = internals;
  const { agent } = options;
  if (!agent.getState) return false;
  // A response that was requested during a run would be older than what the run sends.
  while (isBusy() && !isDisposed()) await latestTurn();
  const { threadId, run } = getBaseSnapshot();
  const requestNumber = ++requestCount;
  const state = await agent.getState({ threadId });
  if (state === undefined || isDisposed()) return false;
  // A run that has started meanwhile has the newer state.
  if (getBaseSnapshot().run.runId !== run.runId) return resync(internals);
  if ((latestAnswered.get(internals) ?? 0) > requestNumber) return true;
  latestAnswered.set(internals, requestNumber);
  const before = getBaseSnapshot();
  const issues: NewIssue[] = [];
  const events: Event[] = [];
  createCanonicalizer({ onIssue: (issue) => issues.push(issue) }).pushValue(
    { type: "STATE_SNAPSHOT", snapshot: state },
    events,
  );
  const reported = addIssues(before, issues);
  // The canonicalizer keeps the type of an event.
  const [event] = events as EventOf<"STATE_SNAPSHOT">[];
  const next = event ? confirmState(reported, event.snapshot) : reported;
  commit(next);
  // Validation listens for this event type.
  if (event) internals.listeners.notifyEvents([event], next);
  internals.listeners.notifyIssues(before, next);
  return event !== undefined;
}

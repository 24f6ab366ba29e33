import type { RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { lastRunClientCalls } from "../tools/clientCalls.ts";
import { INTERRUPTED, type ToolOutcome } from "../tools/toolResult.ts";

/** True when every tool call and every interrupt is answered. */
export function isFullyAnswered({ run, interrupts }: Snapshot): boolean {
  return run.pendingToolCallIds.length === 0 && interrupts.every(({ answer }) => answer);
}

/**
 * Returns the reason why the thread must not run the agent by itself, although everything is
 * answered.
 */
export function findStopReason(internals: ThreadInternals): RunStopReason | undefined {
  const { getBaseSnapshot, maxAutomaticRuns, turnState } = internals;
  if (hasEndedTurn(getBaseSnapshot())) return "no-follow-up";
  if (turnState.automaticRuns >= maxAutomaticRuns) return "max-automatic-runs";
  const isRepeating = [...turnState.repeats.values()].some((count) => count >= MAX_REPEATS);
  return isRepeating ? "repeated-call" : undefined;
}

/**
 * True when all tools of the last run, or the answers to their calls, ended the turn with `followUp:
 * false`. The agent runs again if any of them wants it.
 */
function hasEndedTurn(snapshot: Snapshot): boolean {
  // An interrupted agent must receive its answers, whatever tools beside them want.
  if (snapshot.interrupts.length > 0) return false;
  const calls = lastRunClientCalls(snapshot);
  // The agent always learns of failed and denied calls. A call that a reload has interrupted waits:
  // the user may run it again first.
  const hasFailure = calls.some(
    ({ info: { status, followUp, error } }) =>
      followUp && (status === "failed" || status === "denied") && error !== INTERRUPTED,
  );
  const others = calls.filter(({ info }) => info.error !== INTERRUPTED);
  return !hasFailure && others.length > 0 && others.every(({ info }) => info.followUp === false);
}

/** Number of consecutive runs that may make the same call with the same arguments and the same result. */
const MAX_REPEATS = 3;

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: ToolOutcome | undefined;
}

/**
 * Returns a key that is equal for calls with the same result whose arguments differ only in key order and white space.
 * A call that has another result each time makes progress: the next slide, or the next page of a list.
 */
function callKey({ name, args, result }: Call): string {
  const outcome = JSON.stringify(result);
  try {
    return `${name} ${JSON.stringify(JSON.parse(args), sortKeys)} ${outcome}`;
  } catch {
    return `${name} ${args} ${outcome}`;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Counts, for each call of this run, the consecutive runs that have made it. */
export function countRepeats(
  before: ReadonlyMap<string, number>,
  calls: readonly Call[],
): ReadonlyMap<string, number> {
  return new Map(
    calls.map((call) => {
      const key = callKey(call);
      return [key, (before.get(key) ?? 0) + 1];
    }),
  );
}

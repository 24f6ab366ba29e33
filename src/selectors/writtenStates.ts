import { isRunning } from "../reducer/isRunning.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import type { WrittenState } from "../reducer/writtenState.ts";
import { haveSameItems } from "./compareItems.ts";

/** Returns the key of a written state, which stays the same while its run writes. */
function writtenStateKey({ runId, subagentRunId }: WrittenState): string {
  return `${runId} ${subagentRunId}`;
}

/**
 * Returns the keys of the written states that are shown after a message.
 *
 * @param messageId - `undefined` for those before the first message of the agent or of a sub-agent.
 */
export function statesAfter(
  { writtenStates }: Snapshot,
  messageId: string | undefined,
  subagentRunId?: string,
): readonly string[] {
  return writtenStates
    .filter(
      (entry) =>
        entry.afterMessageId === messageId &&
        (messageId !== undefined || entry.subagentRunId === subagentRunId),
    )
    .map(writtenStateKey);
}

/** True when the written states of two snapshots are at the same positions. */
export function haveSameStatePositions(before: Snapshot, now: Snapshot): boolean {
  const positionsIn = ({ writtenStates }: Snapshot) =>
    writtenStates.map((entry) => `${writtenStateKey(entry)} ${entry.afterMessageId}`);
  return (
    before.writtenStates === now.writtenStates ||
    haveSameItems(positionsIn(before), positionsIn(now))
  );
}

/** A written state with the state before its run. */
export interface WrittenStateView {
  readonly entry: WrittenState;
  readonly before: unknown;
  /** The state to show: with the prediction while the run predicts it. */
  readonly state: unknown;
  /** True while the run may write the state again. */
  readonly isRunning: boolean;
}

/** Selects a written state by its key. Compare with {@link isSameWrittenState}. */
export function selectWrittenState(snapshot: Snapshot, key: string): WrittenStateView | undefined {
  const { writtenStates, run, predictedKeys, visibleState } = snapshot;
  const index = writtenStates.findIndex((entry) => writtenStateKey(entry) === key);
  const entry = writtenStates[index];
  if (!entry) return undefined;
  const isOfThisRun = entry.runId === run.runId && isRunning(run) && run.outcome === undefined;
  return {
    entry,
    before: "before" in entry ? entry.before : writtenStates[index - 1]?.state,
    state: isOfThisRun && predictedKeys.length > 0 ? visibleState : entry.state,
    isRunning: isOfThisRun,
  };
}

/** True for two views of the same state. */
export function isSameWrittenState(
  a: WrittenStateView | undefined,
  b: WrittenStateView | undefined,
): boolean {
  return a && b ? haveSameItems(Object.values(a), Object.values(b)) : a === b;
}

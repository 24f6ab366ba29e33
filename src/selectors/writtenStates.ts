import { isRunning } from "../reducer/isRunning.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import type { WrittenState } from "../reducer/writtenStates.ts";
import { haveSameItems } from "./compareItems.ts";

const NONE: readonly string[] = [];

/** The keys of the written states by their position. */
interface Placement {
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** By sub-agent; `""` for the agent itself. */
  readonly atStart: ReadonlyMap<string, readonly string[]>;
}

const cache = new WeakMap<readonly WrittenState[], Placement>();

/** Returns the key of a written state, which stays the same while its run writes. */
function keyOf({ runId, subagentRunId }: WrittenState): string {
  return subagentRunId === undefined ? runId : `${runId} ${subagentRunId}`;
}

function placementOf({ writtenStates }: Snapshot): Placement {
  const known = cache.get(writtenStates);
  if (known) return known;
  const after = new Map<string, string[]>();
  const atStart = new Map<string, string[]>();
  for (const entry of writtenStates) {
    const { afterMessageId, subagentRunId = "" } = entry;
    const map = afterMessageId === undefined ? atStart : after;
    const position = afterMessageId ?? subagentRunId;
    map.set(position, [...(map.get(position) ?? []), keyOf(entry)]);
  }
  const placement = { after, atStart };
  cache.set(writtenStates, placement);
  return placement;
}

/** Returns the keys of the written states that are shown after a message. */
export function statesAfter(snapshot: Snapshot, messageId: string): readonly string[] {
  return placementOf(snapshot).after.get(messageId) ?? NONE;
}

/** Returns the keys of the written states before the first message of the agent or of a sub-agent. */
export function statesAtStart(snapshot: Snapshot, subagentRunId = ""): readonly string[] {
  return placementOf(snapshot).atStart.get(subagentRunId) ?? NONE;
}

/** True when the written states of two snapshots are at the same positions. */
export function haveSameStatePositions(before: Snapshot, now: Snapshot): boolean {
  const [some, others] = [before.writtenStates, now.writtenStates];
  return (
    some === others ||
    (some.length === others.length &&
      some.every((entry, at) => {
        const other = others[at];
        return (
          other && entry.afterMessageId === other.afterMessageId && keyOf(entry) === keyOf(other)
        );
      }))
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
  const at = writtenStates.findIndex((entry) => keyOf(entry) === key);
  const entry = writtenStates[at];
  if (!entry) return undefined;
  const isOfThisRun = entry.runId === run.runId && isRunning(run) && run.outcome === undefined;
  return {
    entry,
    before: "before" in entry ? entry.before : writtenStates[at - 1]?.state,
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

import { alreadyOpen, notOpen } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { CollectionIndex } from "../indexes/collectionIndex.ts";
import { getOwn } from "../ownProperty.ts";
import type { StepInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Name and sub-agent of a step: sub-agents may share step names. */
interface StepOwner {
  readonly name: string;
  readonly subagentRunId?: string | undefined;
}

const stepKey = ({ name, subagentRunId }: StepOwner) => JSON.stringify([name, subagentRunId]);

/** Positions in a list of steps: the last one of each name and sub-agent. Only that one can be running. */
const lastPositions = new CollectionIndex<readonly StepInfo[], number>();

/** Returns the position of the running step with a name and a sub-agent, or -1. */
function findRunning(steps: readonly StepInfo[], step: StepOwner): number {
  const listPositions = () => steps.map((each, position) => [stepKey(each), position] as const);
  const position = lastPositions.of(steps, listPositions).get(stepKey(step)) ?? -1;
  return steps[position]?.status === "running" ? position : -1;
}

function appendStep(
  draft: SnapshotDraft,
  steps: readonly StepInfo[],
  step: StepInfo,
): readonly StepInfo[] {
  const appended = draft.appendItem(steps, step);
  lastPositions.existing(appended)?.set(stepKey(step), appended.length - 1);
  return appended;
}

/** Changes the steps of a sub-agent, which outlive the run; the next run resets `snapshot.steps`. */
function editSteps(
  draft: SnapshotDraft,
  id: string | undefined,
  change: (steps: readonly StepInfo[]) => readonly StepInfo[],
): void {
  const info = id === undefined ? undefined : getOwn(draft.snapshot.subagents, id);
  if (info) draft.putEntry("subagents", info.id, { ...info, steps: change(info.steps ?? []) });
}

/**
 * Handles the named steps of a run.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const stepHandlers: HandlersOf<"STEP_STARTED" | "STEP_FINISHED"> = {
  STEP_STARTED(draft, event) {
    const { stepName: name, subagentRunId } = event;
    if (findRunning(draft.snapshot.steps, { name, subagentRunId }) !== -1) {
      draft.report(alreadyOpen, name);
      return;
    }
    const facts = omitUndefined({ name, subagentRunId, startedAt: draft.arrivedAt });
    const step: StepInfo = { ...facts, status: "running" };
    draft.setField("steps", appendStep(draft, draft.snapshot.steps, step));
    editSteps(draft, subagentRunId, (steps) => appendStep(draft, steps, step));
  },
  STEP_FINISHED(draft, event) {
    const { stepName: name, subagentRunId } = event;
    const index = findRunning(draft.snapshot.steps, { name, subagentRunId });
    if (index === -1) {
      draft.report(notOpen, name);
      return;
    }
    // The search has found a step.
    const started = draft.snapshot.steps[index] as StepInfo;
    const ended = omitUndefined({ endedAt: draft.arrivedAt });
    const finished: StepInfo = { ...started, status: "finished", ...ended };
    draft.setField("steps", draft.withItem(draft.snapshot.steps, index, finished));
    editSteps(draft, subagentRunId, (steps) => {
      // Not by identity, which a stored snapshot loses.
      const startedIndex = findRunning(steps, started);
      return startedIndex === -1 ? steps : draft.withItem(steps, startedIndex, finished);
    });
  },
};

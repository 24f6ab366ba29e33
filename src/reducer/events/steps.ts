import type { EventOf } from "../../protocol/events.ts";
import { alreadyOpen, notOpen } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn } from "../ownProperty.ts";
import type { StepInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Returns the index of the running step with the event's name and sub-agent: sub-agents may share step names. */
function findRunning(
  draft: SnapshotDraft,
  { stepName, subagentRunId }: EventOf<"STEP_STARTED" | "STEP_FINISHED">,
): number {
  return draft.snapshot.steps.findLastIndex(
    (step) =>
      step.name === stepName && step.subagentRunId === subagentRunId && step.status === "running",
  );
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
    if (findRunning(draft, event) !== -1) {
      draft.report(alreadyOpen, name);
      return;
    }
    const facts = omitUndefined({ name, subagentRunId, startedAt: draft.arrivedAt });
    const step: StepInfo = { ...facts, status: "running" };
    draft.setField("steps", draft.appendItem(draft.snapshot.steps, step));
    editSteps(draft, subagentRunId, (steps) => draft.appendItem(steps, step));
  },
  STEP_FINISHED(draft, event) {
    const index = findRunning(draft, event);
    if (index === -1) {
      draft.report(notOpen, event.stepName);
      return;
    }
    // The search has found a step.
    const started = draft.snapshot.steps[index] as StepInfo;
    const ended = omitUndefined({ endedAt: draft.arrivedAt });
    const finished: StepInfo = { ...started, status: "finished", ...ended };
    draft.setField("steps", draft.withItem(draft.snapshot.steps, index, finished));
    editSteps(draft, event.subagentRunId, (steps) => {
      // Not by identity, which a stored snapshot loses.
      const startedIndex = steps.findLastIndex(
        ({ name, status }) => name === started.name && status === "running",
      );
      return startedIndex === -1 ? steps : draft.withItem(steps, startedIndex, finished);
    });
  },
};

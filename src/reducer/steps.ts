import type { EventOf } from "../protocol/events.ts";
import { alreadyOpen, notOpen } from "../protocol/issueKinds.ts";
import { present } from "../protocol/present.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";

/** A step is known by who runs it and its name: a sub-agent may well repeat its parent's names. */
function findRunning(
  draft: Draft,
  { stepName, subagentRunId }: EventOf<"STEP_STARTED" | "STEP_FINISHED">,
): number {
  return draft.now.steps.findLastIndex(
    (step) =>
      step.name === stepName && step.subagentRunId === subagentRunId && step.status === "running",
  );
}

/**
 * Named steps of a run.
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
    const step = present({ name, subagentRunId, startedAt: draft.at });
    draft.set("steps", [...draft.now.steps, { ...step, status: "running" }]);
  },
  STEP_FINISHED(draft, event) {
    const index = findRunning(draft, event);
    if (index === -1) {
      draft.report(notOpen, event.stepName);
      return;
    }
    const steps = draft.now.steps.map((step, i) =>
      i === index
        ? { ...step, status: "finished" as const, ...present({ endedAt: draft.at }) }
        : step,
    );
    draft.set("steps", steps);
  },
};

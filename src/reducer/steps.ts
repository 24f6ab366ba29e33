import { type EventOf, EventType } from "../protocol/events.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import type { StepInfo } from "./snapshot.ts";

/** A step is known by who runs it and its name: a sub-agent may well repeat its parent's names. */
function findRunning(
  draft: Draft,
  { stepName, subagentRunId }: EventOf<EventType.STEP_STARTED | EventType.STEP_FINISHED>,
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
export const stepHandlers: HandlersOf<EventType.STEP_STARTED | EventType.STEP_FINISHED> = {
  [EventType.STEP_STARTED](draft, event) {
    const { stepName: name, subagentRunId } = event;
    if (findRunning(draft, event) !== -1) {
      draft.report({
        code: "already-open",
        severity: "violation",
        subject: name,
        message: `The step "${name}" is running already. Finish it before it starts again.`,
      });
      return;
    }
    const step: StepInfo = {
      name,
      status: "running",
      ...(subagentRunId !== undefined && { subagentRunId }),
      ...(draft.at !== undefined && { startedAt: draft.at }),
    };
    draft.set("steps", [...draft.now.steps, step]);
  },
  [EventType.STEP_FINISHED](draft, event) {
    const index = findRunning(draft, event);
    if (index === -1) {
      draft.report({
        code: "not-open",
        severity: "violation",
        subject: event.stepName,
        message: `The step "${event.stepName}" is not running for whom it was finished. Whoever starts a step finishes it.`,
      });
      return;
    }
    const steps = draft.now.steps.map((step, i) =>
      i === index ? { ...step, status: "finished" as const, ...endedAt(draft) } : step,
    );
    draft.set("steps", steps);
  },
};

function endedAt(draft: Draft): { endedAt?: number } {
  return draft.at === undefined ? {} : { endedAt: draft.at };
}

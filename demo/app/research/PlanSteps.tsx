import type { ReactNode } from "react";
import type { PlanStep } from "../../steps.ts";

const icons = {
  pending: ["○", "To do"],
  running: ["◐", "Now"],
  stopped: ["■", "Stopped"],
  completed: ["✓", "Done"],
} as const;

interface PlanStepsProps {
  readonly steps: readonly PlanStep[];
  /**
   * True when no agent works on the steps any more.
   * @defaultValue false
   */
  readonly isOver?: boolean;
}

/** Renders the steps of a plan with their progress. */
export function PlanSteps({ steps, isOver = false }: PlanStepsProps): ReactNode {
  return (
    <ol className="plan-steps">
      {steps.map(({ description, status }, index) => {
        const shown = isOver && status === "running" ? "stopped" : status;
        const [icon, label] = icons[shown];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position only
          <li key={index} data-status={shown}>
            <span className="plan-icon" aria-hidden="true">
              {icon}
            </span>
            <span>
              <span className="hidden">{label}: </span>
              <bdi>{description}</bdi>
              {shown === "stopped" && (
                <span className="card-note" aria-hidden="true">
                  {" "}
                  · stopped
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

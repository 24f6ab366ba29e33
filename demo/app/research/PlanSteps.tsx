import type { ReactNode } from "react";
import type { PlanStep } from "../../steps.ts";

const signs = {
  pending: ["○", "To do"],
  running: ["◐", "Now"],
  completed: ["✓", "Done"],
} as const;

/** The steps of a plan, and how far each is. */
export function PlanSteps({ steps }: { readonly steps: readonly PlanStep[] }): ReactNode {
  return (
    <ol className="plan-steps">
      {steps.map(({ description, status }, index) => {
        const [sign, word] = signs[status];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
          <li key={index} data-status={status}>
            <span className="plan-sign" aria-hidden="true">
              {sign}
            </span>
            <span>
              <span className="hidden">{word}: </span>
              {description}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

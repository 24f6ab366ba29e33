import { usePredictedKeys, useSharedState } from "agui-kit";
import type { ReactNode } from "react";
import { type PlanStep, readSteps } from "../../steps.ts";
import { SidePanel } from "../SidePanel.tsx";
import { PlanSteps } from "./PlanSteps.tsx";

/** Renders the plan in the agent's shared state; renders nothing without a plan. */
export function PlanPanel(): ReactNode {
  const steps = useSharedState(readSteps, isSame);
  const isDraft = usePredictedKeys().includes("steps");
  if (steps.length === 0) return null;
  const done = steps.filter(({ status }) => status === "completed").length;
  return (
    <SidePanel label="Plan" summary={`${done} of ${steps.length} done`}>
      <div className="plan" aria-busy={isDraft}>
        <p className="card-note">
          {isDraft ? "The agent is still planning." : `${done} of ${steps.length} done`}
        </p>
        <PlanSteps steps={steps} />
      </div>
    </SidePanel>
  );
}

/** Returns true when two plans are equal, so that a new list alone does not render the panel. */
function isSame(a: readonly PlanStep[], b: readonly PlanStep[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

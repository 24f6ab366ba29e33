import { usePredictedKeys, useSharedState } from "agui-kit";
import type { ReactNode } from "react";
import { type PlanStep, readSteps } from "../../steps.ts";
import { SidePanel } from "../SidePanel.tsx";
import { PlanSteps } from "./PlanSteps.tsx";

/** The plan an agent keeps in the state it shares; nothing while it keeps none. */
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

/** What was read anew is another list; the panel changes only when a step does. */
function isSame(a: readonly PlanStep[], b: readonly PlanStep[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

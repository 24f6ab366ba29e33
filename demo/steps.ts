import { fieldOf } from "./fieldOf.ts";

/** One step of a plan, as agents describe it. */
export interface PlanStep {
  readonly description: string;
  readonly status: "pending" | "running" | "completed";
}

/** Reads the steps of a plan out of a state or an activity that came from elsewhere. */
export function readSteps(holder: unknown): readonly PlanStep[] {
  const steps = fieldOf(holder, "steps");
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown): PlanStep[] => {
    const description = fieldOf(step, "description");
    if (typeof description !== "string") return [];
    const status = fieldOf(step, "status");
    const isKnown = status === "running" || status === "completed";
    return [{ description, status: isKnown ? status : "pending" }];
  });
}

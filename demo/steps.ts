import { fieldOf } from "./fieldOf.ts";

/** Step of a plan in the agents' format. */
export interface PlanStep {
  readonly description: string;
  readonly status: "pending" | "running" | "completed";
}

/** Reads the steps of a plan from an untrusted state or activity. */
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

import { readField } from "./readField.ts";

/** Step of a plan in the agents' format. */
export interface PlanStep {
  readonly description: string;
  readonly status: "pending" | "running" | "completed";
}

/** JSON Schema of the steps in a shared state. */
export const stepsSchema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      description: { type: "string" },
      status: { enum: ["pending", "running", "completed"] },
    },
    required: ["description", "status"],
  },
} as const;

/** Reads the steps of a plan from an untrusted state or activity. */
export function readSteps(holder: unknown): readonly PlanStep[] {
  const steps = readField(holder, "steps");
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown): PlanStep[] => {
    const description = readField(step, "description");
    if (typeof description !== "string") return [];
    const status = readField(step, "status");
    const isKnown = status === "running" || status === "completed";
    return [{ description, status: isKnown ? status : "pending" }];
  });
}

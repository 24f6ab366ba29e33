import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import type { RunAgentInput } from "../../src/protocol/events.ts";

/** What a body turned out to be. */
export type ReadInput =
  | { readonly input: RunAgentInput }
  | { readonly error: string; readonly field?: string };

/** Reads the body of a request as a `RunAgentInput`, or says what is wrong with it. */
export function readInput(body: string): ReadInput {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { error: "The body is not JSON. POST a RunAgentInput." };
  }
  const { success, data, error } = RunAgentInputSchema.safeParse(value);
  // The schema is of this very type, but for spelling an absent field as `undefined`.
  if (success) return { input: data as RunAgentInput };
  const [issue] = error.issues;
  const field = issue?.path.join(".") || "the body";
  return {
    error: `The body is no RunAgentInput: ${field}: ${issue?.message ?? "invalid"}.`,
    field,
  };
}

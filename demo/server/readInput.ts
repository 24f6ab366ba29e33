import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import type { RunAgentInput } from "../../src/protocol/events.ts";

/** Result of reading a body. */
export type ReadInput =
  | { readonly input: RunAgentInput }
  | { readonly error: string; readonly field?: string };

/** Parses a request body as a `RunAgentInput`, or returns its error. */
export function readInput(body: string): ReadInput {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { error: "The body is not JSON. POST a RunAgentInput." };
  }
  const { success, data, error } = RunAgentInputSchema.safeParse(value);
  // The schema's output has this type, except that absent fields may be `undefined`.
  if (success) return { input: data as RunAgentInput };
  const [issue] = error.issues;
  const field = issue?.path.join(".") || "the body";
  return {
    error: `The body is no RunAgentInput: ${field}: ${issue?.message ?? "invalid"}.`,
    field,
  };
}

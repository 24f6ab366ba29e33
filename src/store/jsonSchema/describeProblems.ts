import { AgentKitError } from "../../protocol/errors.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";

/**
 * Joins problems to one line for a model: `city: is required; days.0: must be a number`.
 *
 * @example The result of a call with invalid arguments
 * ```ts
 * const text = `Invalid arguments. ${describeProblems(problems)}`;
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function describeProblems(problems: readonly SchemaProblem[]): string {
  return problems
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

/** True for the error of `validateJson` when the validator could not be loaded. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "load-failed";
}

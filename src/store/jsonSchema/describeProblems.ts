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

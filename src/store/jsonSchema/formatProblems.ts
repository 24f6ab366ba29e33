import type { SchemaProblem } from "../../protocol/jsonSchema.ts";

/**
 * Says problems in one line, for a model to read: `city: is required; days.0: must be a number`.
 *
 * @example What a tool answers to invalid arguments
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

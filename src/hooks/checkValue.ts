import { AgentKitError } from "../protocol/errors.ts";
import { describeProblems } from "../store/schema/describeProblems.ts";
import type { ToolParameters } from "../store/tools/inferArgs.ts";
import { checkArgs } from "../store/tools/parameters.ts";
import type { ValueSchema } from "./valueSchemas.ts";

/** A value as its schema makes it, or why it is not taken. */
export type CheckedValue =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly error: AgentKitError };

/** What is checked, as the subject of a sentence, and what becomes of it when it does not fit. */
export interface CheckedThing {
  readonly what: string;
  readonly consequence: string;
}

/**
 * Checks a value that an agent sent. Loaded when there is a schema to check one by.
 *
 * @throws what the schema's own code throws, and AgentKitError `load-failed` when the validator of
 *   JSON Schema cannot be loaded
 */
export async function checkValue(
  schema: ValueSchema,
  value: unknown,
  { what, consequence }: CheckedThing,
): Promise<CheckedValue> {
  // How a schema describes itself is not asked here.
  const checked = await checkArgs(schema as ToolParameters, value);
  if (!checked.problems) return { value: checked.args };
  return {
    error: new AgentKitError(
      "schema-mismatch",
      `${what} does not fit its schema: ${describeProblems(checked.problems)}. ${consequence} ` +
        "Change what the agent sends, or the schema.",
    ),
  };
}

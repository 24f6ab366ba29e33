import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import { isLoadFailure, validateJson } from "../../store/jsonSchema/validate.ts";

/**
 * Validates the value of a form. Finds no problems when the validator cannot be loaded, because the
 * server validates the answer as well.
 *
 * @internal
 */
export async function validateAnswer(
  schema: JsonSchema,
  value: unknown,
): Promise<readonly SchemaProblem[]> {
  try {
    return await validateJson(schema, value);
  } catch (error) {
    if (isLoadFailure(error)) return [];
    throw error;
  }
}

import { AgentKitError } from "../../protocol/errors.ts";
import { describeProblems } from "../../protocol/jsonSchema.ts";
import type { StandardSchema } from "../../store/jsonSchema/standardSchema.ts";
import { validateValue } from "../../store/jsonSchema/validate.ts";
import type { FromJsonSchema, ValueSchema } from "../../store/jsonSchema/valueSchema.ts";

/** The output type of a schema, including a library's defaults and transformations. */
export type ValidatedValueOf<TSchema> =
  TSchema extends StandardSchema<infer _, infer TOutput> ? TOutput : FromJsonSchema<TSchema>;

/** A value as its schema returns it, or the reason why it is invalid. */
export type ReceivedValue = { readonly value: unknown } | { readonly error: unknown };

/** Parts of the error message about an invalid value. */
interface ReceivedValueDescription {
  /** The subject of the sentence. */
  readonly subject: string;
  /** A sentence about the effect. */
  readonly consequence: string;
}

/** Validates a value that an agent sent. */
export async function validateReceived(
  schema: ValueSchema,
  value: unknown,
  { subject, consequence }: ReceivedValueDescription,
): Promise<ReceivedValue> {
  try {
    const checked = await validateValue(schema, value);
    if (!checked.problems) return { value: checked.value };
    const message =
      `${subject} does not match its schema: ${describeProblems(checked.problems)}. ${consequence} ` +
      "Change what the agent sends, or the schema.";
    return { error: new AgentKitError("schema-mismatch", message) };
  } catch (error) {
    // The schema's own code failed, or the validator could not be loaded.
    return { error };
  }
}

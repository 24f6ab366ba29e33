import { AgentKitError } from "../../protocol/errors.ts";
import { describeProblems } from "../../store/jsonSchema/formatProblems.ts";
import { checkValue } from "../../store/jsonSchema/validateValue.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";

/** A value as its schema makes it, or why it is not taken. */
export type ReceivedValue = { readonly value: unknown } | { readonly error: unknown };

/** What is checked, as the subject of a sentence, and what becomes of it when it does not fit. */
export interface ReceivedThing {
  readonly what: string;
  readonly consequence: string;
}

/** Checks a value that an agent sent. Loaded when there is a schema to check one by. */
export async function checkReceived(
  schema: ValueSchema,
  value: unknown,
  { what, consequence }: ReceivedThing,
): Promise<ReceivedValue> {
  try {
    const checked = await checkValue(schema, value);
    if (!checked.problems) return { value: checked.value };
    const message =
      `${what} does not fit its schema: ${describeProblems(checked.problems)}. ${consequence} ` +
      "Change what the agent sends, or the schema.";
    return { error: new AgentKitError("schema-mismatch", message) };
  } catch (error) {
    // The schema's own code, or the validator that could not be loaded.
    return { error };
  }
}

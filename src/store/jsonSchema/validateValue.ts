import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { validateJson } from "./validate.ts";
import type { StandardSchema, ValueSchema } from "./valueSchema.ts";

/** A value as its schema makes it, or what is wrong with it. */
export type CheckedValue =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly SchemaProblem[] };

/** Whether a schema is of a library. One of ArkType is a function. */
export function isStandard(schema: ValueSchema): schema is StandardSchema {
  return isRecord(Reflect.get(schema, "~standard"));
}

/** Checks a value by a schema of either kind. */
export async function validateValue(schema: ValueSchema, value: unknown): Promise<CheckedValue> {
  if (!isStandard(schema)) {
    const problems = await validateJson(schema, value);
    return problems.length > 0 ? { problems } : { value };
  }
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return { value: result.value };
  return {
    problems: result.issues.map(({ message, path = [] }) => ({
      path: path.map((part) => {
        const key = typeof part === "object" ? part.key : part;
        return typeof key === "number" ? key : String(key);
      }),
      message,
    })),
  };
}

import type { Schema, SchemaDraft } from "@cfworker/json-schema";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import { lazyModule } from "../loadModule.ts";
import type { StandardSchema } from "./standardSchema.ts";
import type { ValueSchema } from "./valueSchema.ts";

/** Loads the validator; components prefetch it when the browser is idle. */
export const loadValidator = lazyModule(() => import("./validator.ts"));

/** True for the error that `validateJson` throws when the validator could not be loaded. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "load-failed";
}

/**
 * Checks a value against a JSON Schema and says everything that is wrong with it, in sentences a
 * model can act on as well as a person.
 *
 * Reads draft 2020-12, and an older one where `$schema` names it. The value is read as the JSON it
 * would be sent as: a field that is `undefined` is not there. A schema that cannot be used (a
 * reference to nowhere, a pattern that is no regular expression) finds nothing wrong with any value:
 * whoever sent it checks the answer too, and a person in front of it could not mend it. A `time`
 * needs no offset, as that is how people, models and most schema libraries write one.
 *
 * The validator is loaded on first use; it compiles nothing, so it works under any content policy.
 *
 * @returns Empty when the value is valid.
 * @throws AgentKitError `load-failed` when the validator cannot be loaded.
 * @example The arguments of a tool call
 * ```ts
 * const problems = await checkSchema({ type: "object", required: ["city"] }, {});
 * describeProblems(problems); // "city: is required"
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export async function validateJson(
  schema: JsonSchema,
  value: unknown,
): Promise<readonly SchemaProblem[]> {
  const { dereference, validate, explainErrors } = await loadValidator();
  let json: unknown;
  try {
    json = copyOf(value);
  } catch {
    return [{ path: [], message: "must be JSON", code: "type", limit: "json" }];
  }
  if (json === undefined) return [{ path: [], message: "is required", code: "required" }];
  try {
    // A copy, because the validator writes into the schema it is given, which may be frozen.
    const root = copyOf(schema) as Schema;
    const lookup = dereference(root);
    const { errors } = validate(json, root, draftOf(schema), lookup, false);
    return explainErrors(errors, { schema: root, lookup, value: json });
  } catch {
    return [];
  }
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const name = typeof $schema === "string" ? $schema : "";
  if (name.includes("draft-04")) return "4";
  if (/draft-0[67]/.test(name)) return "7";
  return name.includes("2019-09") ? "2019-09" : "2020-12";
}

function copyOf(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

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

import type { Schema, SchemaDraft } from "@cfworker/json-schema";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { IssueKind } from "../../protocol/issue.ts";
import { tooComplex, uncheckedPattern } from "../../protocol/issueCodes.ts";
import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import { createPrefetch } from "../../protocol/runtime.ts";
import { lazyModule } from "../loadModule.ts";
import type { StandardSchema } from "./standardSchema.ts";
import type { ValueSchema } from "./valueSchema.ts";

/**
 * Receives the issue of a value that is not checked, or not completely, because checking it would freeze the page.
 *
 * @param patterns - The patterns of the schema that are not checked.
 */
export type UncheckedListener = (kind: IssueKind, patterns: readonly string[]) => void;

const loadValidator = lazyModule(() => import("./validator.ts"));

/** Loads the validator once the browser is idle, for a JSON Schema that values will be validated by. */
export const prefetchValidator = createPrefetch(loadValidator);

/** True for the error of `validateJson` when the validator could not be loaded. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "load-failed";
}

/**
 * Validates a value by a JSON Schema and describes every problem in a sentence for models and users. Supports draft 2020-12,
 * and older drafts that `$schema` names. The validator compiles nothing, so it works under any content security policy.
 *
 * - The value is read as the JSON it would be sent as: a field that is `undefined` is missing.
 * - An unusable schema, with an unknown reference or an invalid pattern, accepts every value. The user could not fix it, and
 *   its author validates too.
 * - A pattern whose search would freeze the page is not checked, and neither is a value whose validation would.
 * - A `time` needs no offset, since users, models and most schema libraries write none.
 *
 * @param onUnchecked - Called when patterns, or the whole value, are not checked.
 * @returns The problems; empty when the value is valid.
 * @throws AgentKitError `load-failed` when the validator cannot be loaded
 * @example The arguments of a tool call
 * ```ts
 * const problems = await validateJson({ type: "object", required: ["city"] }, {});
 * describeProblems(problems); // "city: is required"
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export async function validateJson(
  schema: JsonSchema,
  value: unknown,
  onUnchecked?: UncheckedListener,
): Promise<readonly SchemaProblem[]> {
  const validator = await loadValidator();
  let json: unknown;
  try {
    json = copyOf(value);
  } catch {
    return [{ path: [], message: "must be JSON", code: "type", limit: "json" }];
  }
  if (json === undefined) return [{ path: [], message: "is required", code: "required" }];
  try {
    // The validator mutates the schema, which may be frozen.
    const root = copyOf(schema) as Schema;
    const { patterns, areNeeded, steps } = validator.removeSlowPatterns(root, json);
    if (patterns.length > 0) onUnchecked?.(uncheckedPattern, patterns);
    if (areNeeded) return [];
    const lookup = validator.canResolve(root) ? validator.dereference(root) : undefined;
    const subject = { schema: root, value: json, patternSteps: steps };
    if (!lookup || validator.isTooComplex({ ...subject, lookup })) {
      onUnchecked?.(tooComplex, []);
      return [];
    }
    const { errors } = validator.validate(json, root, draftOf(schema), lookup, false);
    return validator.explainErrors(errors, { schema: root, lookup, value: json });
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

/** The output of a schema, or the problems of a value. */
type CheckedValue =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly SchemaProblem[] };

/**
 * True for a schema of a library. An ArkType schema is a function, so the property is read
 * reflectively.
 */
export function isStandard(schema: ValueSchema): schema is StandardSchema {
  return isRecord(Reflect.get(Object(schema), "~standard"));
}

/** Validates a value by a schema of a library or a JSON Schema. */
export async function validateValue(
  schema: ValueSchema,
  value: unknown,
  onUnchecked?: UncheckedListener,
): Promise<CheckedValue> {
  if (!isStandard(schema)) {
    const problems = await validateJson(schema, value, onUnchecked);
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

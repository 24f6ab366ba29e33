import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import { isLoadFailure, validateJson } from "../../store/jsonSchema/validate.ts";
import { problemsBelow } from "./assignProblems.ts";
import type { FieldState, UnionAlternative, UnionFieldState } from "./fieldState.ts";

interface UnionContext {
  readonly root: JsonSchema;
  /** @defaultValue {@link validateJson} */
  readonly validate?: typeof validateJson;
}

/**
 * Replaces the problems inside unions with those of the chosen alternatives. A validator that finds no
 * matching alternative reports problems of any of them, also of one that the user did not choose.
 *
 * @param value - Value of the field, in which `problems` were found.
 */
export async function problemsOfChosenAlternatives(
  field: FieldState,
  value: unknown,
  problems: readonly SchemaProblem[],
  context: UnionContext,
): Promise<readonly SchemaProblem[]> {
  if (problems.length === 0) return problems;
  switch (field.kind) {
    case "object": {
      const record = isRecord(value) ? value : {};
      const children = field.properties.map(({ name, field: child }) => ({
        key: name,
        field: child,
        value: Object.hasOwn(record, name) ? record[name] : undefined,
      }));
      return problemsOfChildren(children, problems, context);
    }
    case "list": {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      const children = field.rows.map((row, key) => ({
        key,
        field: row.field,
        value: items[key],
      }));
      return problemsOfChildren(children, problems, context);
    }
    case "union": {
      const chosen = field.alternatives[field.chosen];
      if (!chosen) return problems;
      const own = await problemsOfAlternative(field, chosen, value, problems, context);
      return problemsOfChosenAlternatives(chosen.field, value, own, context);
    }
    default:
      return problems;
  }
}

interface Child {
  readonly key: string | number;
  readonly field: FieldState;
  readonly value: unknown;
}

async function problemsOfChildren(
  children: readonly Child[],
  problems: readonly SchemaProblem[],
  context: UnionContext,
): Promise<readonly SchemaProblem[]> {
  const keys = new Set(children.map(({ key }) => String(key)));
  const result = problems.filter(({ path: [key] }) => key === undefined || !keys.has(String(key)));
  for (const { key, field, value } of children) {
    const below = problemsBelow(String(key), problems);
    const childProblems = await problemsOfChosenAlternatives(field, value, below, context);
    result.push(...childProblems.map((problem) => ({ ...problem, path: [key, ...problem.path] })));
  }
  return result;
}

/** Returns the problems of the chosen alternative alone. Problems without a code are not from the validator, and stay. */
async function problemsOfAlternative(
  { siblings }: UnionFieldState,
  { schema }: UnionAlternative,
  value: unknown,
  problems: readonly SchemaProblem[],
  { root, validate }: UnionContext,
): Promise<readonly SchemaProblem[]> {
  const others = problems.filter(({ code }) => code === undefined);
  if (others.length === problems.length) return problems;
  const check = validateAnswer(standaloneSchema(schema, siblings, root), value, validate);
  // Keep the problems found so far when the alternative cannot be checked by itself.
  const ownProblems = await check.catch(() => []);
  // A valid alternative means that another alternative matches too, or a schema around the union fails.
  return ownProblems.length > 0 ? [...others, ...ownProblems] : problems;
}

/** Combines an alternative with the keywords beside its union into a schema of its own. */
function standaloneSchema(schema: unknown, siblings: JsonSchema, root: JsonSchema): JsonSchema {
  // Properties of a failed alternative count as unevaluated, which would report each problem twice.
  const { allOf, unevaluatedProperties, unevaluatedItems, ...around } = siblings;
  const all = [...(Array.isArray(allOf) ? allOf : []), schema];
  return {
    // A copy with other references is a schema as well.
    ...(rebaseReferences(around) as JsonSchema),
    allOf: rebaseReferences(all),
    $defs: { root: rebaseReferences(root) },
    ...(root.$schema !== undefined && { $schema: root.$schema }),
  };
}

/**
 * Copies a schema and points its local references to `#/$defs/root`. Drops `$id`, which would occur
 * twice in the document otherwise.
 */
function rebaseReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rebaseReferences);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => !(key === "$id" && typeof value === "string"),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isLocal = key === "$ref" && typeof value === "string" && /^#(\/|$)/.test(value);
      return [key, isLocal ? `#/$defs/root${value.slice(1)}` : rebaseReferences(value)];
    }),
  );
}

/**
 * Validates the value of a form. Finds no problems when the validator cannot be loaded, because the
 * server validates the answer as well.
 *
 * @internal
 */
export async function validateAnswer(
  schema: JsonSchema,
  value: unknown,
  validate = validateJson,
): Promise<readonly SchemaProblem[]> {
  try {
    return await validate(schema, value);
  } catch (error) {
    if (isLoadFailure(error)) return [];
    throw error;
  }
}

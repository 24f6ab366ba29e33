import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { resolveSchema, unionOf } from "../schemaForm/resolveSchema.ts";

/** Most members of a union that a decision is read from. */
const MAX_ALTERNATIVES = 20;
/** Most required properties that a decision may have, in all of its levels. */
const MAX_REQUIRED = 200;

/**
 * Returns the members of a union, each merged with the keywords beside the union; for another schema, the schema
 * itself. Returns no members of a union with more than 20.
 */
export function alternativesOf(root: JsonSchema): readonly JsonSchema[] {
  const schema = resolveNested(root, root);
  if (!schema) return [];
  const { union, siblings } = unionOf(schema);
  if (!union) return [schema];
  if (union.length > MAX_ALTERNATIVES) return [];
  return union.flatMap((member): JsonSchema[] => {
    const alternative = resolveNested(member, root);
    if (!alternative) return [];
    const properties = { ...propertiesOf(siblings), ...propertiesOf(alternative) };
    const required = [...requiredIn(siblings), ...requiredIn(alternative)];
    // The properties are unchecked: every reader of a keyword checks the type of its value.
    return [{ ...siblings, ...alternative, properties, required } as JsonSchema];
  });
}

/** Returns whether a schema accepts any value, or any object. */
export function isUnspecific(schema: JsonSchema): boolean {
  const { type, additionalProperties = true, ...others } = schema;
  const isOpen = additionalProperties === true && (type === undefined || type === "object");
  return isOpen && Object.keys(others).every((key) => annotations.has(key));
}

const annotations = new Set(["$schema", "$id", "title", "description", "examples"]);

/** Returns a schema without references and wrappers; undefined when a reference cannot be resolved. */
export function resolveNested(source: unknown, root: JsonSchema): JsonSchema | undefined {
  return resolveSchema(source, root, [])?.schema;
}

export function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, unknown>> {
  return isRecord(properties) ? properties : {};
}

export function requiredIn({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** Returns the only valid value of a schema, or its default. */
export function fixedValueOf(
  source: unknown,
  root: JsonSchema,
): { readonly value: unknown } | undefined {
  const schema = resolveNested(source, root);
  if (!schema) return undefined;
  if ("const" in schema) return { value: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length === 1) return { value: schema.enum[0] };
  return "default" in schema ? { value: schema.default } : undefined;
}

/**
 * Returns `initial` with the required properties whose value the schema fixes.
 *
 * @param inputPath - Path of a value that the user fills in, which may be missing.
 * @param budget - Number of required properties that may still be added, in all levels.
 * @returns Undefined when another required property has no fixed value, or when there are too many.
 */
export function fillRequired(
  schema: JsonSchema,
  root: JsonSchema,
  initial: Readonly<Record<string, unknown>>,
  inputPath: readonly string[] = [],
  budget = { count: MAX_REQUIRED },
): Readonly<Record<string, unknown>> | undefined {
  const result: Record<string, unknown> = { ...initial };
  for (const name of requiredIn(schema)) {
    // A schema may refer to itself.
    budget.count -= 1;
    if (budget.count < 0) return undefined;
    if (Object.hasOwn(result, name)) continue;
    const property = propertiesOf(schema)[name];
    const isOnPath = name === inputPath[0];
    if (isOnPath && inputPath.length === 1) continue;
    const fixed = fixedValueOf(property, root);
    const nested = fixed ? undefined : resolveNested(property, root);
    const value =
      nested?.type === "object" &&
      fillRequired(nested, root, {}, isOnPath ? inputPath.slice(1) : [], budget);
    if (!fixed && !value) return undefined;
    result[name] = fixed ? fixed.value : value;
  }
  return result;
}

/** Returns a nested schema together with the definitions of its root, so that its references can be resolved. */
export function withRootDefinitions(
  source: unknown,
  { $defs, definitions }: JsonSchema,
): JsonSchema {
  return {
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    ...(isRecord(source) ? source : {}),
  };
}

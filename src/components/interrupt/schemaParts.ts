import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { resolveSchema, unionOf } from "../schemaForm/resolveSchema.ts";

/** The shapes an answer may have: one, or those of a union with what is said beside it. */
export function branchesOf(root: JsonSchema): readonly JsonSchema[] {
  const whole = resolved(root, root);
  if (!whole) return [];
  const { union, others } = unionOf(whole);
  if (!union) return [whole];
  return union.flatMap((kind): JsonSchema[] => {
    const branch = resolved(kind, root);
    if (!branch) return [];
    const properties = { ...propertiesOf(others), ...propertiesOf(branch) };
    const required = [...requiredIn(others), ...requiredIn(branch)];
    // Both are as they came: that its keywords hold what they should is looked at where one is read.
    return [{ ...others, ...branch, properties, required } as JsonSchema];
  });
}

/** Whether a schema asks for nothing in particular: anything, or any object. */
export function isUnspecific(schema: JsonSchema): boolean {
  const { type, additionalProperties = true, ...others } = schema;
  const isOpen = additionalProperties === true && (type === undefined || type === "object");
  return isOpen && Object.keys(others).every((key) => annotations.has(key));
}

const annotations = new Set(["$schema", "$id", "title", "description", "examples"]);

/** A schema without references and wrappers. */
export function resolved(source: unknown, root: JsonSchema): JsonSchema | undefined {
  return resolveSchema(source, root, [])?.schema;
}

export function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, unknown>> {
  return isRecord(properties) ? properties : {};
}

export function requiredIn({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** The one value that fits a schema, or the usual one. */
export function onlyValue(
  source: unknown,
  root: JsonSchema,
): { readonly value: unknown } | undefined {
  const schema = resolved(source, root);
  if (!schema) return undefined;
  if ("const" in schema) return { value: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length === 1) return { value: schema.enum[0] };
  return "default" in schema ? { value: schema.default } : undefined;
}

/**
 * Adds what an object must have and can have in one way only.
 *
 * @param hole - The path of what a person fills in.
 * @returns Nothing when it must have something else as well.
 */
export function filled(
  schema: JsonSchema,
  root: JsonSchema,
  given: Readonly<Record<string, unknown>>,
  hole: readonly string[] = [],
): Readonly<Record<string, unknown>> | undefined {
  const answer: Record<string, unknown> = { ...given };
  for (const name of requiredIn(schema)) {
    if (Object.hasOwn(answer, name)) continue;
    const property = propertiesOf(schema)[name];
    const isOnPath = name === hole[0];
    if (isOnPath && hole.length === 1) continue;
    const only = onlyValue(property, root);
    const inner = only ? undefined : resolved(property, root);
    const value =
      inner?.type === "object" && filled(inner, root, {}, isOnPath ? hole.slice(1) : []);
    if (!only && !value) return undefined;
    answer[name] = only ? only.value : value;
  }
  return answer;
}

/** A schema out of another, with the definitions it may refer to. */
export function standingAlone(source: unknown, { $defs, definitions }: JsonSchema): JsonSchema {
  return {
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    ...(isRecord(source) ? source : {}),
  };
}

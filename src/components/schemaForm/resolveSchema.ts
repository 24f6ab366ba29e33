import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";

/** Schema without references and wrappers. */
export interface ResolvedSchema {
  readonly schema: JsonSchema;
  /** True when the original schema allows null. The resolved one does not. */
  readonly isNullable: boolean;
  /** References followed so far, including those around the schema. */
  readonly refs: readonly string[];
}

/** Keywords that do not affect validation. */
const annotations = new Set(["title", "description", "default", "examples", "deprecated"]);

/** Most references and wrappers around a schema. */
const MAX_STEPS = 64;

/**
 * Follows local references and unwraps schemas that only wrap another: a union with null, a union or an
 * `allOf` with one member.
 *
 * @param refs - References that lead to the schema; one that repeats is circular.
 * @returns Undefined when a reference has no target or is circular, or when there are too many.
 */
export function resolveSchema(
  source: unknown,
  root: JsonSchema,
  refs: readonly string[],
): ResolvedSchema | undefined {
  let schema = source;
  let followed = refs;
  let isNullable = false;
  for (let step = 0; isSchema(schema) && step < MAX_STEPS; step++) {
    const { type } = schema;
    const { union, siblings } = unionOf(schema);
    const nonNull = union?.filter((member) => !isNull(member));
    const hasNull = union?.length !== nonNull?.length;
    if (hasNull || (Array.isArray(type) && type.includes("null"))) isNullable = true;

    if (typeof schema.$ref === "string") {
      const { $ref, ...rest } = schema;
      const target = followed.includes($ref) ? undefined : findTarget(schema.$ref, root);
      if (!isSchema(target)) return undefined;
      followed = [...followed, schema.$ref];
      schema = { ...target, ...rest };
    } else if (nonNull?.length === 1 && isSchema(nonNull[0])) {
      schema = { ...nonNull[0], ...siblings };
    } else if (hasNull) {
      schema = { ...siblings, oneOf: nonNull };
    } else if (isWrapper(schema)) {
      const { allOf, ...rest } = schema;
      schema = { ...allOf[0], ...rest };
    } else if (Array.isArray(type) && (type.includes("null") || type.length === 1)) {
      const types = type.filter((name) => name !== "null");
      schema = { ...schema, type: types.length === 1 ? types[0] : types };
    } else return { schema, isNullable, refs: followed };
  }
  return undefined;
}

/** Returns the members of a `oneOf` or `anyOf`, and the keywords beside it. */
export function unionOf(schema: JsonSchema): {
  readonly union: readonly unknown[] | undefined;
  readonly siblings: JsonSchema;
} {
  const { oneOf, anyOf, ...siblings } = schema;
  const union = oneOf && anyOf ? undefined : (oneOf ?? anyOf);
  return { union: Array.isArray(union) ? union : undefined, siblings };
}

/** Schemas come from the network: every reader of a keyword checks the type of its value. */
function isSchema(value: unknown): value is JsonSchema {
  return isRecord(value);
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && (schema.type === "null" || schema.const === null);
}

function isWrapper(schema: JsonSchema): schema is JsonSchema & { readonly allOf: [JsonSchema] } {
  const { allOf, ...rest } = schema;
  const hasOneMember = Array.isArray(allOf) && allOf.length === 1 && isRecord(allOf[0]);
  return hasOneMember && Object.keys(rest).every((key) => annotations.has(key));
}

function findTarget(reference: string, root: JsonSchema): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let target: unknown = root;
  for (const segment of reference.slice(2).split("/")) {
    const key = decodeSegment(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(target)) target = target[Number(key)];
    else target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

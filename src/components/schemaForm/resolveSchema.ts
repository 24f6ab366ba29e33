import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";

export interface Resolved {
  readonly schema: JsonSchema;
  /** Whether null was among what it allows; it is no more. */
  readonly isNullable: boolean;
  /** The references it is the target of, and those around it. */
  readonly refs: readonly string[];
}

/** Keywords that say nothing about which values are valid. */
const annotations = new Set(["title", "description", "default", "examples", "deprecated"]);

/**
 * Follows references into the same document and takes apart what only wraps another schema: a union
 * with null, a union or an `allOf` of one.
 *
 * @param refs - The references around it: one that leads back to them has no end.
 * @returns Nothing when there is no such schema, or no end.
 */
export function resolveSchema(
  given: unknown,
  root: JsonSchema,
  refs: readonly string[],
): Resolved | undefined {
  let schema = given;
  let seen = refs;
  let isNullable = false;
  while (isSchema(schema)) {
    const { type } = schema;
    const { union, others } = unionOf(schema);
    const kinds = union?.filter((kind) => !isNull(kind));
    const hasNull = union?.length !== kinds?.length;
    if (hasNull || (Array.isArray(type) && type.includes("null"))) isNullable = true;

    if (typeof schema.$ref === "string") {
      const { $ref, ...beside } = schema;
      const target = seen.includes(schema.$ref) ? undefined : targetOf(schema.$ref, root);
      if (!isSchema(target)) return undefined;
      seen = [...seen, schema.$ref];
      schema = { ...target, ...beside };
    } else if (kinds?.length === 1 && isSchema(kinds[0])) {
      schema = { ...kinds[0], ...others };
    } else if (hasNull) {
      schema = { ...others, oneOf: kinds };
    } else if (isWrapper(schema)) {
      const { allOf, ...around } = schema;
      schema = { ...allOf[0], ...around };
    } else if (Array.isArray(type) && (type.includes("null") || type.length === 1)) {
      const types = type.filter((name) => name !== "null");
      schema = { ...schema, type: types.length === 1 ? types[0] : types };
    } else return { schema, isNullable, refs: seen };
  }
  return undefined;
}

/** The schemas of a union, and what is said beside them. */
export function unionOf(schema: JsonSchema): {
  readonly union: readonly unknown[] | undefined;
  readonly others: JsonSchema;
} {
  const { oneOf, anyOf, ...others } = schema;
  const union = oneOf && anyOf ? undefined : (oneOf ?? anyOf);
  return { union: Array.isArray(union) ? union : undefined, others };
}

/** A schema arrives as JSON: that its keywords hold what they should is looked at where each is read. */
function isSchema(value: unknown): value is JsonSchema {
  return isRecord(value);
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && (schema.type === "null" || schema.const === null);
}

function isWrapper(schema: JsonSchema): schema is JsonSchema & { readonly allOf: [JsonSchema] } {
  const { allOf, ...around } = schema;
  const isOne = Array.isArray(allOf) && allOf.length === 1 && isRecord(allOf[0]);
  return isOne && Object.keys(around).every((key) => annotations.has(key));
}

function targetOf(reference: string, root: JsonSchema): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let target: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(target)) target = target[Number(key)];
    else target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

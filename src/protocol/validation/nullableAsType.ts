import { isRecord } from "../isRecord.ts";
import { type Check, INVALID } from "./check.ts";

/** Keywords whose values are not schemas. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);

/** Deepest level of a schema that is read. */
const MAX_SCHEMA_DEPTH = 100;

/**
 * Returns a schema in which OpenAPI's `nullable: true` is a type `"null"`, as in JSON Schema. A schema
 * without it keeps its identity.
 */
function withNullType(schema: unknown, depth = 0): unknown {
  if (depth > MAX_SCHEMA_DEPTH) return schema;
  if (Array.isArray(schema)) {
    const items = schema.map((item: unknown) => withNullType(item, depth + 1));
    return items.some((item, i) => item !== schema[i]) ? items : schema;
  }
  if (!isRecord(schema)) return schema;
  let next: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(schema)) {
    const read = DATA_KEYWORDS.has(key) ? value : withNullType(value, depth + 1);
    if (read !== value) next = { ...(next ?? schema), [key]: read };
  }
  const { nullable, type, enum: values, ...rest } = next ?? schema;
  // A property of the user's own may be called "nullable": its value is a schema, not `true`.
  if (nullable !== true || typeof type !== "string") return next ?? schema;
  return {
    ...rest,
    type: [type, "null"],
    ...(Array.isArray(values) && { enum: values.includes(null) ? values : [...values, null] }),
  };
}

/** Returns the check of a JSON Schema that may be written for OpenAPI 3.0. */
export function nullableAsType(check: Check): Check {
  return (value, faults, owner) => {
    const checked = check(value, faults, owner);
    if (checked === INVALID) return INVALID;
    const schema = withNullType(checked);
    if (schema !== checked) faults.push({ path: "nullable", kind: "renamed" });
    return schema;
  };
}

import type { Interrupt } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";

/** Limit for schemas that refer to themselves. */
const MAX_EXAMPLE_DEPTH = 8;

/** The answer that most agents expect when an interrupt has no schema. */
const APPROVAL = { approved: true };

/**
 * Returns a valid answer to an interrupt: a minimal value for its `responseSchema`, or `{ approved: true }` without a
 * schema. The value is derived without a full schema solver.
 */
export function exampleAnswer({ responseSchema }: Interrupt): unknown {
  return responseSchema === undefined
    ? APPROVAL
    : exampleOf(responseSchema, responseSchema, MAX_EXAMPLE_DEPTH);
}

function exampleOf(schema: unknown, root: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth === 0) return {};
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === "string")
    return exampleOf(followReference(root, schema.$ref), root, depth - 1);
  for (const choices of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(choices)) return exampleOf(choices[0], root, depth - 1);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part: unknown) => exampleOf(part, root, depth - 1));
    return parts.every(isRecord) ? Object.assign({}, ...parts) : parts[0];
  }
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "string":
      return exampleString(schema);
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return exampleArray(schema, root, depth);
    default:
      return exampleObject(schema, root, depth);
  }
}

function exampleString({ format, minLength }: Readonly<Record<string, unknown>>): string {
  if (format === "date-time") return "2030-01-01T10:00:00Z";
  if (format === "date") return "2030-01-01";
  if (format === "email") return "someone@example.com";
  return "yes".padEnd(typeof minLength === "number" ? minLength : 0, "!");
}

function exampleArray(
  { items, minItems }: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): unknown[] {
  const length = typeof minItems === "number" ? Math.min(minItems, 100) : 0;
  return Array.from({ length }, () => exampleOf(items, root, depth - 1));
}

function exampleObject(
  { required, properties }: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): Record<string, unknown> {
  const fields = isRecord(properties) ? properties : {};
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names
      .filter((name) => typeof name === "string")
      .map((name) => [name, exampleOf(fields[name], root, depth - 1)]),
  );
}

/** Resolves a local reference such as `#/$defs/time`. */
function followReference(root: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce<unknown>((schema, key) => (isRecord(schema) ? schema[key] : undefined), root);
}

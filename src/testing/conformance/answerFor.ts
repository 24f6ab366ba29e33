import type { Interrupt } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";

/** Schemas can refer to themselves. */
const MAX_DEPTH = 8;

/** What most agents that ask without a schema want to hear. */
const YES = { approved: true };

/**
 * A right answer to an interrupt: the smallest value that its `responseSchema` accepts, as far as that
 * can be told without solving the schema, and `{ approved: true }` for one without.
 */
export function answerFor({ responseSchema }: Interrupt): unknown {
  return responseSchema === undefined ? YES : example(responseSchema, responseSchema, MAX_DEPTH);
}

function example(schema: unknown, root: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth === 0) return {};
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === "string") return example(find(root, schema.$ref), root, depth - 1);
  for (const choices of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(choices)) return example(choices[0], root, depth - 1);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part: unknown) => example(part, root, depth - 1));
    return parts.every(isRecord) ? Object.assign({}, ...parts) : parts[0];
  }
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "string":
      return text(schema);
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return list(schema, root, depth);
    default:
      return record(schema, root, depth);
  }
}

function text({ format, minLength }: Readonly<Record<string, unknown>>): string {
  if (format === "date-time") return "2030-01-01T10:00:00Z";
  if (format === "date") return "2030-01-01";
  if (format === "email") return "someone@example.com";
  return "yes".padEnd(typeof minLength === "number" ? minLength : 0, "!");
}

function list(
  { items, minItems }: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): unknown[] {
  const length = typeof minItems === "number" ? Math.min(minItems, 100) : 0;
  return Array.from({ length }, () => example(items, root, depth - 1));
}

function record(
  { required, properties }: Readonly<Record<string, unknown>>,
  root: unknown,
  depth: number,
): Record<string, unknown> {
  const fields = isRecord(properties) ? properties : {};
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names
      .filter((name) => typeof name === "string")
      .map((name) => [name, example(fields[name], root, depth - 1)]),
  );
}

/** The part of a schema that a local reference such as `#/$defs/time` names. */
function find(root: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), root);
}

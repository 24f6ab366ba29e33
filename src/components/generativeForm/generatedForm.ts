import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import type { FormLayout } from "../schemaForm/layout/formLayout.ts";

/** Question of an agent for which a form is made. */
export interface FormRequest {
  /** Text that describes the form: "A form for the address of the user". */
  readonly description: string;
  /** Known values, such as `{ city: "London" }`. Absent when there are none. */
  readonly data: unknown;
  /** The expected answer: a JSON Schema object, or a text that describes it. Absent when the agent does not say. */
  readonly output: JsonSchema | string | undefined;
}

/** A form that a generator has made. */
export interface GeneratedForm {
  /** Schema of the fields, a JSON Schema object. */
  readonly jsonSchema: JsonSchema;
  /** Arrangement of the fields. @defaultValue all fields below each other */
  readonly uiSchema?: FormLayout | undefined;
  /** Values that the fields have at first. @defaultValue `data` of the request */
  readonly initialData?: unknown;
}

/** Keywords of which a JSON Schema has at least one. */
const SCHEMA_KEYWORDS = [
  ...["type", "properties", "items", "$ref", "enum", "const"],
  ...["oneOf", "anyOf", "allOf"],
];

/** Reads the arguments of a call, in which models also write the objects as JSON texts. */
export function readFormRequest(args: unknown): FormRequest {
  const { description, data, output } = isRecord(args) ? args : {};
  const answer = parsedIfJson(output);
  return {
    description: typeof description === "string" ? description : "",
    data: parsedIfJson(data),
    output: isSchema(answer) || answer === undefined ? answer : describeAnswer(answer),
  };
}

function parsedIfJson(value: unknown): unknown {
  if (value === null || value === "") return undefined;
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}

function isSchema(value: unknown): value is JsonSchema {
  return isRecord(value) && SCHEMA_KEYWORDS.some((keyword) => keyword in value);
}

function describeAnswer(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns the form for a request without a generator:
 *
 * | request | form |
 * | --- | --- |
 * | with a schema as `output` | the fields of the schema |
 * | with an object as `data` | a field for each of its values |
 * | any other | a text |
 */
export function defaultForm({ data, output }: FormRequest): GeneratedForm {
  if (typeof output === "object") return { jsonSchema: output };
  const hint = output === undefined ? {} : { description: output };
  if (isRecord(data) && Object.keys(data).length > 0)
    return { jsonSchema: { ...schemaOf(data), ...hint } };
  return { jsonSchema: { type: "string", format: "multiline", minLength: 1, ...hint } };
}

/** Most levels of values for which fields are made. */
const MAX_LEVELS = 6;

/** Returns a schema that the value meets, and others of its kind. */
function schemaOf(value: unknown, level = 1): JsonSchema {
  if (Array.isArray(value)) {
    const [first] = value;
    return level < MAX_LEVELS && first !== undefined
      ? { type: "array", items: schemaOf(first, level + 1) }
      : { type: "array" };
  }
  if (isRecord(value)) {
    if (level >= MAX_LEVELS) return { type: "object" };
    const properties = Object.entries(value).map(([key, inner]) => [
      key,
      schemaOf(inner, level + 1),
    ]);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? { type } : {};
}

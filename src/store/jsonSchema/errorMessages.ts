import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { Path, SchemaLocation } from "./schemaPath.ts";

/** Sentences by keyword, for keywords about the value itself. */
const sentences: Readonly<Record<string, (limit: unknown) => string>> = {
  type: (type) => `must be ${either(type, (name) => types.get(name) ?? name)}`,
  const: (value) => `must be ${show(value)}`,
  enum: (values) => `must be one of: ${joinValues(values)}`,
  not: () => "is not an allowed value",
  false: () => "is not allowed here",
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => `must have at least ${countOf(limit, "character")}`,
  maxLength: (limit) => `must have at most ${countOf(limit, "character")}`,
  pattern: (pattern) => `must match the pattern ${pattern}`,
  format: (format) => `must be ${formats[String(format)] ?? `a valid ${format}`}`,
  minItems: (limit) => `must have at least ${countOf(limit, "item")}`,
  maxItems: (limit) => `must have at most ${countOf(limit, "item")}`,
  uniqueItems: () => "must not have the same item twice",
  contains: () => "has no item of the kind it must contain",
  minContains: (limit) =>
    `must have at least ${countOf(limit, "item")} of the kind it must contain`,
  maxContains: (limit) => `must have at most ${countOf(limit, "item")} of the kind it may contain`,
  minProperties: (limit) => `must have at least ${countOf(limit, "field")}`,
  maxProperties: (limit) => `must have at most ${countOf(limit, "field")}`,
  propertyNames: () => "has a field whose name is not allowed",
};

const types: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["object", "an object"],
  ["array", "a list"],
]);

const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  uri: "a URL with its scheme, as https://example.com",
  date: "a date, as 2025-12-31",
  time: "a time, as 13:45:00",
  "date-time": "a date and time with its offset, as 2025-12-31T13:45:00Z",
  duration: "a duration, as PT1H30M",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  regex: "a regular expression",
};

/** Maximum number of values in a sentence. */
const MAX_LISTED = 30;

/** Keywords whose errors are about properties that are missing. */
const MISSING: ReadonlySet<string> = new Set(["required", "dependentRequired", "dependencies"]);

/** False for an error that only points to errors inside the value. */
export function isExplained({ keyword }: SchemaLocation["error"]): boolean {
  return keyword in sentences || MISSING.has(keyword);
}

/** Explains one error; returns nothing for an error that only points to errors inside the value. */
export function explainError({ error, schema, path, value }: SchemaLocation): SchemaProblem[] {
  const keyword = exclusive(error.keyword, schema);
  if (keyword === "required") return missing(schema.required, path, value);
  if (keyword === "dependentRequired" || keyword === "dependencies") {
    const needed = Object.entries(schema[keyword] ?? {}).filter(([key]) => has(value, key));
    return needed.flatMap(([, keys]) => missing(keys, path, value));
  }
  const sentence = sentences[keyword];
  if (!sentence || isWallClock(keyword, schema.format, value)) return [];
  const limit: unknown = schema[error.keyword];
  return [problem(path, sentence(limit), keyword, limit)];
}

/** Creates a problem with the keyword and its limit, for applications. */
export function problem(
  path: Path,
  message: string,
  code: string,
  limit?: unknown,
): SchemaProblem & { readonly code: string } {
  const isPlain = typeof limit === "number" || typeof limit === "string";
  return { path, message, code, ...(isPlain && { limit }) };
}

/** Creates the problem of a value that is not one of the listed values. */
export function mustBeOneOf(path: Path, values: readonly unknown[]): SchemaProblem {
  return problem(path, `must be one of: ${joinValues(values)}`, "enum");
}

/** Creates the problem of a value with another type. */
export function mustBeOfType(path: Path, names: readonly string[]): SchemaProblem {
  const limit = names.length === 1 ? names[0] : undefined;
  return problem(
    path,
    `must be ${either(names, (name) => types.get(name) ?? name)}`,
    "type",
    limit,
  );
}

function missing(keys: unknown, path: Path, value: unknown): SchemaProblem[] {
  if (!Array.isArray(keys)) return [];
  return keys
    .filter((key: unknown): key is string => typeof key === "string" && !has(value, key))
    .map((key) => problem([...path, key], "is required", "required"));
}

function has(value: unknown, key: string): boolean {
  return isRecord(value) && Object.hasOwn(value, key);
}

/** True for a time without offset: RFC 3339 requires one, but a plain time of day has none. */
function isWallClock(keyword: string, format: unknown, value: unknown): boolean {
  if (keyword !== "format" || format !== "time" || typeof value !== "string") return false;
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/.test(value);
}

/** Returns the keyword of the bound: in draft 4 a flag beside the bound makes it exclusive. */
function exclusive(keyword: string, schema: SchemaLocation["schema"]): string {
  if (keyword === "minimum" && schema.exclusiveMinimum === true) return "exclusiveMinimum";
  return keyword === "maximum" && schema.exclusiveMaximum === true ? "exclusiveMaximum" : keyword;
}

function either(names: unknown, describe: (name: string) => string): string {
  return [names].flat().map(String).map(describe).join(" or ");
}

function countOf(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
}

function joinValues(values: unknown): string {
  const shown = Array.isArray(values) ? values.map(show) : [];
  return [...shown.slice(0, MAX_LISTED), ...(shown.length > MAX_LISTED ? ["…"] : [])].join(", ");
}

function show(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

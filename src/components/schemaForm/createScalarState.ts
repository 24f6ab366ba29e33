import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { visibleTextOf } from "../../selectors/visibleText.ts";
import { toInputText } from "./dateTime.ts";
import { MAX_OPTIONS } from "./fieldBudget.ts";
import type {
  FieldInfo,
  FieldState,
  NumberFieldState,
  SelectFieldState,
  TextFieldState,
} from "./fieldState.ts";
import { unionOf } from "./resolveSchema.ts";

/** A `maxLength` above this makes a text field multi-line. */
const LONG_TEXT = 200;

const inputs: ReadonlyMap<unknown, TextFieldState["input"]> = new Map([
  ["email", "email"],
  ["uri", "url"],
  ["url", "url"],
  ["date", "date"],
  ["time", "time"],
  ["date-time", "datetime-local"],
  ["textarea", "textarea"],
  ["multiline", "textarea"],
]);

/** Most lines of an initial text. */
const MAX_LINES = 500;

/** Matches a text that a number input shows. */
const NUMBER_INPUT = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Creates the state of a field for a schema of a plain value; returns undefined for other schemas. */
export function createScalarState(
  schema: JsonSchema,
  info: FieldInfo,
  initial: unknown,
): FieldState | undefined {
  if ("allOf" in schema) return undefined;
  if ("const" in schema) return { ...info, kind: "const", value: schema.const };
  if (schema.type === "null") return { ...info, kind: "const", value: null };
  const select = createSelect(schema, info, initial);
  if (select || unionOf(schema).union) return select;
  // An enum with too many options for a select becomes a field of the type of its values.
  switch (schema.type ?? (Array.isArray(schema.enum) ? typeof schema.enum[0] : undefined)) {
    case "string":
      if (isFile(schema)) return createFile(schema, info, initial);
      return hasManyLines(initial) ? undefined : createText(schema, info, initial);
    case "number":
    case "integer":
      return createNumber(schema, info, initial);
    case "boolean": {
      const isChecked = typeof initial === "boolean" ? initial : undefined;
      return { ...info, kind: "boolean", isChecked };
    }
  }
  return undefined;
}

function createText(schema: JsonSchema, info: FieldInfo, initial: unknown): TextFieldState {
  const { format, maxLength } = schema;
  const value = toFieldText(initial);
  const isLong = typeof maxLength === "number" && maxLength > LONG_TEXT;
  // An input of one line would show a text without its line breaks.
  const isMultiline = /[\r\n]/.test(value);
  const input = isMultiline ? "textarea" : (inputs.get(format) ?? (isLong ? "textarea" : "text"));
  const text = toInputText(input, value);
  // A date input would render an invalid date as empty.
  if (text === undefined) return { ...info, kind: "text", input: "text", text: value };
  return { ...info, kind: "text", input, text, ...(value && { initial: { text, value } }) };
}

/** Returns true for a text that a browser would lay out for seconds in a field. In JSON, the line breaks are escaped. */
function hasManyLines(initial: unknown): boolean {
  return typeof initial === "string" && initial.split("\n", MAX_LINES + 1).length > MAX_LINES;
}

function createNumber(schema: JsonSchema, info: FieldInfo, initial: unknown): NumberFieldState {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, type } = schema;
  const unit = type === "integer" ? 1 : undefined;
  const step = asNumber(multipleOf) ?? unit;
  const initialText = toFieldText(initial);
  // A number input would render other text as empty.
  const text = NUMBER_INPUT.test(initialText) ? initialText : "";
  // A number that came as a string is submitted as a number.
  const isUnchanged = text !== "" && typeof initial !== "string";
  // HTML has no exclusive bounds: integers start one later, other numbers are left to the validator.
  const lowerBound = asNumber(exclusiveMinimum);
  const upperBound = asNumber(exclusiveMaximum);
  const min =
    asNumber(minimum) ?? (lowerBound === undefined ? undefined : lowerBound + (unit ?? 0));
  return {
    ...info,
    kind: "number",
    text,
    ...(isUnchanged && { initial: { text, value: initial } }),
    // HTML counts steps from `min`, JSON Schema counts multiples from 0.
    min: step && Number.isInteger(step) && min ? Math.ceil(min / step) * step : min,
    max: asNumber(maximum) ?? (upperBound === undefined ? undefined : upperBound - (unit ?? 0)),
    step: step ?? "any",
  };
}

/** Creates a field for an `enum` of plain values, or for a union of constants with optional titles. */
function createSelect(
  schema: JsonSchema,
  info: FieldInfo,
  initial: unknown,
): FieldState | undefined {
  const values = schema.enum ?? unionOf(schema).union?.map(constantOf);
  if (!Array.isArray(values) || values.length > MAX_OPTIONS || !values.every(isScalar)) {
    return undefined;
  }
  const titles = schema.enum ? [] : (unionOf(schema).union ?? []).map(titleOf);
  const options = withDistinctLabels(
    values
      .map((value, index) => ({ value, label: titles[index] ?? String(value) }))
      .filter(({ value }, index) => value !== null && values.indexOf(value) === index),
  );
  const isNullable = info.isNullable || values.includes(null);
  const [only, another] = options;
  if (only && !another && !isNullable) return { ...info, kind: "const", value: only.value };
  const chosen = options.findIndex(({ value }) => value === initial);
  return { ...info, isNullable, kind: "select", options, chosen } satisfies SelectFieldState;
}

/** Returns options with visible labels. Where options have the same label, each label gets the value of its option. */
function withDistinctLabels(options: SelectFieldState["options"]): SelectFieldState["options"] {
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map(({ value, label }) => {
    const shown = counts.get(label) === 1 ? label : `${label} (${JSON.stringify(value)})`;
    return { value, label: visibleTextOf(shown, "value") };
  });
}

function createFile(schema: JsonSchema, info: FieldInfo, initial: unknown): FieldState {
  const isBase64 = schema.contentEncoding === "base64" || schema.format === "byte";
  return {
    ...info,
    kind: "file",
    encoding: isBase64 ? "base64" : "data-url",
    accept: toFieldText(schema.contentMediaType) || undefined,
    file: undefined,
    value: toFieldText(initial) || undefined,
  };
}

function isFile({ format, contentEncoding }: JsonSchema): boolean {
  return contentEncoding === "base64" || ["binary", "byte", "data-url"].includes(format ?? "");
}

/** Returns the constant of a schema. Undefined when it has none: JSON has no undefined. */
function constantOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  if (schema.type === "null") return null;
  const { enum: values } = schema;
  return Array.isArray(values) && values.length === 1 ? values[0] : schema.const;
}

function titleOf(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema.title === "string" ? schema.title : undefined;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns an initial value as text; anything but a string as JSON. */
function toFieldText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { shownOf } from "./dateTime.ts";
import type { Entry, FieldInfo, NumberEntry, OptionsEntry, TextEntry } from "./fieldState.ts";
import { unionOf } from "./resolveSchema.ts";

/** A text that may be longer than this gets more than one line. */
const LONG_TEXT = 200;

const inputs: Readonly<Record<string, TextEntry["input"]>> = {
  email: "email",
  uri: "url",
  url: "url",
  date: "date",
  time: "time",
  "date-time": "datetime-local",
  textarea: "textarea",
  multiline: "textarea",
};

/** Makes what is asked for of a schema of one plain value; nothing of any other schema. */
export function createScalar(
  schema: JsonSchema,
  asked: FieldInfo,
  initial: unknown,
): Entry | undefined {
  if ("allOf" in schema) return undefined;
  if ("const" in schema) return { ...asked, kind: "const", value: schema.const };
  if (schema.type === "null") return { ...asked, kind: "const", value: null };
  const options = createOptions(schema, asked, initial);
  if (options || unionOf(schema).union) return options;
  switch (schema.type) {
    case "string":
      return isFile(schema)
        ? createFile(schema, asked, initial)
        : createText(schema, asked, initial);
    case "number":
    case "integer":
      return createNumber(schema, asked, initial);
    case "boolean": {
      const isOn = typeof initial === "boolean" ? initial : undefined;
      return { ...asked, kind: "flag", isOn };
    }
  }
  return undefined;
}

function createText(schema: JsonSchema, asked: FieldInfo, initial: unknown): TextEntry {
  const { format = "", maxLength } = schema;
  const value = asText(initial);
  const isLong = (typeof maxLength === "number" && maxLength > LONG_TEXT) || value.includes("\n");
  const input = inputs[format] ?? (isLong ? "textarea" : "text");
  const text = shownOf(input, value);
  // A field for dates would show nothing of what is no date.
  if (text === undefined) return { ...asked, kind: "text", input: "text", text: value };
  return { ...asked, kind: "text", input, text, ...(value && { given: { text, value } }) };
}

function createNumber(schema: JsonSchema, asked: FieldInfo, initial: unknown): NumberEntry {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, type } = schema;
  const unit = type === "integer" ? 1 : undefined;
  const step = asNumber(multipleOf) ?? unit;
  const written = asText(initial);
  // A field for numbers would show nothing of what is none.
  const text = Number.isNaN(Number(written)) ? "" : written;
  // A number in a text is mended, any other is kept as it is.
  const isKept = text !== "" && typeof initial !== "string";
  // Whole numbers begin one after a bound that is excluded; of others only the check can say it.
  const above = asNumber(exclusiveMinimum);
  const below = asNumber(exclusiveMaximum);
  const least = asNumber(minimum) ?? (above === undefined ? undefined : above + (unit ?? 0));
  return {
    ...asked,
    kind: "number",
    text,
    ...(isKept && { given: { text, value: initial } }),
    // The steps of a field begin at its minimum.
    min: step && Number.isInteger(step) && least ? Math.ceil(least / step) * step : least,
    max: asNumber(maximum) ?? (below === undefined ? undefined : below - (unit ?? 0)),
    step: step ?? "any",
  };
}

/** An `enum` of plain values, or a union of constants, which may have titles. */
function createOptions(schema: JsonSchema, asked: FieldInfo, initial: unknown): Entry | undefined {
  const listed = schema.enum ?? unionOf(schema).union?.map(constantOf);
  if (!Array.isArray(listed) || !listed.every(isPlain)) return undefined;
  const titles = schema.enum ? [] : (unionOf(schema).union ?? []).map(titleOf);
  const options = listed
    .map((value, index) => ({ value, label: titles[index] ?? String(value) }))
    .filter(({ value }, index) => value !== null && listed.indexOf(value) === index);
  const isNullable = asked.isNullable || listed.includes(null);
  const [only, another] = options;
  if (only && !another && !isNullable) return { ...asked, kind: "const", value: only.value };
  const chosen = options.findIndex(({ value }) => value === initial);
  return { ...asked, isNullable, kind: "options", options, chosen } satisfies OptionsEntry;
}

function createFile(schema: JsonSchema, asked: FieldInfo, initial: unknown): Entry {
  const isBare = schema.contentEncoding === "base64" || schema.format === "byte";
  return {
    ...asked,
    kind: "file",
    encoding: isBare ? "base64" : "data-url",
    accept: asText(schema.contentMediaType) || undefined,
    file: undefined,
    value: asText(initial) || undefined,
  };
}

function isFile({ format, contentEncoding }: JsonSchema): boolean {
  return contentEncoding === "base64" || ["binary", "byte", "data-url"].includes(format ?? "");
}

/** The constant of a schema; undefined, which is in no JSON, when it is something else. */
function constantOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  if (schema.type === "null") return null;
  const { enum: values } = schema;
  return Array.isArray(values) && values.length === 1 ? values[0] : schema.const;
}

function titleOf(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema.title === "string" ? schema.title : undefined;
}

function isPlain(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** What was given for a text; what is none is shown as it would be written. */
function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

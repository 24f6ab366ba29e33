import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { findJsonFault } from "../interrupt/parseFreeText.ts";
import { toSchemaValue } from "./dateTime.ts";
import { type FieldState, type FileFieldState, hasBlankValue, isFieldBlank } from "./fieldState.ts";

/** Value of a field, with the problems that occurred while it was read. */
interface FieldValue {
  /** Undefined when the value is omitted. */
  readonly value: unknown;
  /** Problems with input that has no value, which schema validation cannot find. */
  readonly problems: readonly SchemaProblem[];
}

/** Reads the value of a field. Optional fields without input are omitted. */
export async function readValue(field: FieldState): Promise<FieldValue> {
  if (isFieldBlank(field) && field.kind !== "const") {
    if (field.isRequired && field.isNullable) return valid(null);
    if (!field.isRequired || !hasBlankValue(field)) return valid(undefined);
  }
  switch (field.kind) {
    case "text":
    case "boolean":
    case "select":
    case "const":
      return valid(readScalar(field));
    case "number": {
      const value = readScalar(field);
      return Number.isNaN(value) ? invalid("type", "must be a number", "number") : valid(value);
    }
    case "checkboxes":
      return valid(field.chosen.map((index) => field.options[index]?.value));
    case "closed":
      return valid(field.value);
    case "file":
      return readFileField(field);
    case "json":
      return readJson(field.text);
    case "union": {
      const alternative = field.alternatives[field.chosen];
      return alternative ? readValue(alternative.field) : valid(undefined);
    }
    case "object": {
      const entries: [string, unknown][] = Object.entries(field.extraProperties);
      const problems: SchemaProblem[] = [];
      for (const property of field.properties) {
        const result = await readValue(property.field);
        if (result.value !== undefined) entries.push([property.name, result.value]);
        problems.push(...withKey(property.name, result.problems));
      }
      return { value: Object.fromEntries(entries), problems };
    }
    case "list": {
      const values: unknown[] = [];
      const problems: SchemaProblem[] = [];
      for (const [index, row] of field.rows.entries()) {
        const result = await readValue(row.field);
        const isMissing = result.value === undefined && result.problems.length === 0;
        // A list has no gaps, so a row without input is a missing value.
        values.push(result.value ?? null);
        problems.push(...withKey(index, isMissing ? [missing] : result.problems));
      }
      return { value: values, problems };
    }
  }
}

/**
 * Returns the value of a field with a text, a number, a choice or a constant, as far as it has one. Returns `undefined` for
 * a field of any other kind.
 */
export function readScalar(field: FieldState): unknown {
  switch (field.kind) {
    case "text":
      return isFieldBlank(field) && !field.isRequired ? undefined : toSchemaValue(field);
    case "number":
      if (field.text === field.initial?.text) return field.initial.value;
      return field.text.trim() === "" ? undefined : Number(field.text);
    case "boolean":
      return field.isChecked ?? (field.isRequired ? false : undefined);
    case "select":
      return field.options[field.chosen]?.value;
    case "const":
      return field.value;
    default:
      return undefined;
  }
}

const missing: SchemaProblem = { path: [], message: "is required", code: "required" };

async function readFileField({ file, value, encoding }: FileFieldState): Promise<FieldValue> {
  if (!file) return valid(value);
  const url = await new Promise<unknown>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
  if (typeof url !== "string") return invalid("format", "could not be read", "file");
  return valid(encoding === "base64" ? url.slice(url.indexOf(",") + 1) : url);
}

/** Reads JSON; refuses a text whose value is not exactly what the text says. */
function readJson(text: string): FieldValue {
  switch (findJsonFault(text)) {
    case "invalid":
      return invalid("type", "must be JSON", "json");
    case "inexact":
      return invalid("inexact", "has a number that cannot be sent exactly", "json");
    case "duplicate":
      return invalid("duplicate", "has a name twice", "json");
  }
  return valid(JSON.parse(text));
}

function valid(value: unknown): FieldValue {
  return { value, problems: [] };
}

function invalid(code: string, message: string, limit: string): FieldValue {
  return { value: undefined, problems: [{ path: [], message, code, limit }] };
}

function withKey(key: string | number, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems.map((problem) => ({ ...problem, path: [key, ...problem.path] }));
}

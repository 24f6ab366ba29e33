import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { FieldBudget } from "./fieldBudget.ts";

/** Properties common to the states of all fields. */
export interface FieldInfo {
  /** Title of the schema, or the property's key as text; undefined for a list item without a title. */
  readonly label: string | undefined;
  /** Description of the schema. */
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  /** True when null is valid. A required field that is left empty is submitted as null then. */
  readonly isNullable: boolean;
  /** Problems with the value, with paths relative to this field. Cleared when the value changes. */
  readonly problems: readonly SchemaProblem[];
}

/** Property of the states of fields that show a value without a control. */
interface ShownValue {
  /** Most values that are shown at first. @defaultValue those of a view of its own */
  readonly maxValues?: number;
}

export interface TextFieldState extends FieldInfo {
  readonly kind: "text";
  readonly input: "text" | "textarea" | "email" | "url" | "date" | "time" | "datetime-local";
  /** Text in the input. */
  readonly text: string;
  /** Initial text with the value it represents. Submitted exactly as it came while unchanged. */
  readonly initial?: { readonly text: string; readonly value: string };
}

export interface NumberFieldState extends FieldInfo {
  readonly kind: "number";
  readonly text: string;
  /** Initial text with the value it represents, which may have more digits than a number can hold. */
  readonly initial?: { readonly text: string; readonly value: unknown };
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | "any";
}

export interface BooleanFieldState extends FieldInfo {
  readonly kind: "boolean";
  /** Undefined until the user or a default sets it. */
  readonly isChecked: boolean | undefined;
}

/** State of a field that takes exactly one of the listed values. */
export interface SelectFieldState extends FieldInfo {
  readonly kind: "select";
  readonly options: readonly { readonly label: string; readonly value: unknown }[];
  /** Index of the chosen option, or -1. */
  readonly chosen: number;
}

/** State of a field that takes any of the listed values, each at most once. */
export interface CheckboxesFieldState extends FieldInfo {
  readonly kind: "checkboxes";
  readonly options: SelectFieldState["options"];
  /** Indexes of the chosen options, ascending. */
  readonly chosen: readonly number[];
  /** True when an empty list is submitted, because the initial value had items. */
  readonly canBeEmpty: boolean;
}

export interface FileFieldState extends FieldInfo, ShownValue {
  readonly kind: "file";
  readonly encoding: "base64" | "data-url";
  /** Media types for the `accept` attribute of the input. */
  readonly accept: string | undefined;
  readonly file: File | undefined;
  /** Encoded initial file, submitted when no other is chosen. */
  readonly value: string | undefined;
}

/** State of a field with only one valid value. */
export interface ConstFieldState extends FieldInfo, ShownValue {
  readonly kind: "const";
  readonly value: unknown;
  /** True when the value is the name of the alternative that contains it, so that it need not be rendered. */
  readonly namesAlternative?: boolean;
}

/** State of a field for a schema that no other control supports. */
export interface JsonFieldState extends FieldInfo {
  readonly kind: "json";
  readonly text: string;
}

/**
 * State of a section that has no fields until the user opens it, because the form has many. The problems of the values
 * inside are problems of the section.
 */
export interface ClosedFieldState extends FieldInfo, ShownValue {
  readonly kind: "closed";
  /** Initial value, submitted unchanged. */
  readonly value: unknown;
  /**
   * Creates the fields. Returns a closed field when they do not fit into the budget.
   *
   * @param budget - Number of fields that may be created. @defaultValue that of a form
   */
  readonly open: (budget?: FieldBudget) => FieldState;
}

export interface ObjectFieldState extends FieldInfo, ShownValue {
  readonly kind: "object";
  readonly properties: readonly { readonly name: string; readonly field: FieldState }[];
  /** Initial properties that the schema does not list, submitted unchanged. */
  readonly extraProperties: Readonly<Record<string, unknown>>;
}

export interface ListFieldState extends FieldInfo {
  readonly kind: "list";
  readonly rows: readonly { readonly id: number; readonly field: FieldState }[];
  /** Id of the next row. 0 until the list has a row, so that an emptied list differs from an untouched one. */
  readonly nextId: number;
  readonly createItem: () => FieldState;
  readonly minItems: number;
  readonly maxItems: number;
}

/** Alternative of a `oneOf` or `anyOf`. */
export interface UnionAlternative {
  readonly label: string | undefined;
  readonly field: FieldState;
  /** Schema of the alternative, before references are resolved. */
  readonly schema: unknown;
}

/** State of a `oneOf` or `anyOf`. Every alternative keeps its input while another is chosen. */
export interface UnionFieldState extends FieldInfo {
  readonly kind: "union";
  readonly alternatives: readonly UnionAlternative[];
  /** Keywords of the schema beside the union. */
  readonly siblings: JsonSchema;
  /** Index of the chosen alternative, or -1. */
  readonly chosen: number;
}

/** Immutable state of one field of a form: its settings and the input so far. */
export type FieldState =
  | TextFieldState
  | NumberFieldState
  | BooleanFieldState
  | SelectFieldState
  | CheckboxesFieldState
  | FileFieldState
  | ConstFieldState
  | JsonFieldState
  | ClosedFieldState
  | ObjectFieldState
  | ListFieldState
  | UnionFieldState;

/** Returns true for a field that is submitted without input when it is required. */
export function hasBlankValue({ kind }: FieldState): boolean {
  return ["boolean", "object", "list", "checkboxes"].includes(kind);
}

/** Returns true when a field has no input, which a constant never has. */
export function isFieldBlank(field: FieldState): boolean {
  switch (field.kind) {
    case "text":
    case "number":
    case "json":
      return field.text.trim() === "";
    case "boolean":
      return field.isChecked === undefined;
    case "file":
      return field.file === undefined && field.value === undefined;
    case "const":
      return true;
    case "closed":
      return field.value === undefined;
    case "select":
    case "union":
      return field.chosen < 0;
    case "checkboxes":
      return field.chosen.length === 0 && !field.canBeEmpty;
    case "list":
      return field.nextId === 0;
    case "object":
      return (
        Object.keys(field.extraProperties).length === 0 &&
        field.properties.every((property) => isFieldBlank(property.field))
      );
  }
}

/** True for a field with a problem, or with a problem inside. */
export function hasProblems(field: FieldState | undefined): boolean {
  if (!field) return false;
  if (field.problems.length > 0) return true;
  switch (field.kind) {
    case "object":
      return field.properties.some((property) => hasProblems(property.field));
    case "list":
      return field.rows.some((row) => hasProblems(row.field));
    case "union":
      return field.alternatives.some((alternative) => hasProblems(alternative.field));
    default:
      return false;
  }
}

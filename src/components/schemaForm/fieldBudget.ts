import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { countMarks, type TextKind } from "../../selectors/visibleText.ts";
import { countValues, MAX_VALUES, marksAsValues } from "../toolCall/JsonView.tsx";
import { unionOf } from "./resolveSchema.ts";

/** Most fields that a form, or a section that the user opens, renders at first. */
const MAX_FIELDS = 200;
/** Most levels of fields in fields that are rendered at first. */
const MAX_LEVELS = 6;
/** Most fields that are created to find out how an alternative or a list item would be rendered. */
const MAX_PREVIEW_FIELDS = 50;
/** Fewest levels of fields in a preview: an alternative is named by a constant among its fields. */
const PREVIEW_LEVELS = 2;
/** Most options of a select. A longer `enum` of texts is a text field. */
export const MAX_OPTIONS = 1_000;
/** Number of options, of checkboxes, and of characters of a label and a hint, that cost as much as a field. */
const OPTIONS_PER_FIELD = 10;
/** Number of options that cost as much as the control around them: a select or a group of radio buttons is slow to style. */
const OPTIONS_PER_CHOICE = 15;
const CHECKBOXES_PER_FIELD = 1.5;
const CHARACTERS_PER_FIELD = 500;
/** Number of lines of an initial text, and of marks of hidden characters, that cost as much as a field. */
const LINES_PER_FIELD = 30;
const MARKS_PER_FIELD = 10;
/** Smallest part of a field that a text costs: short texts cost nothing. */
const TEXT_STEP = 0.25;
/** Most fields that an initial text costs, so that a form shows a long one. */
const MAX_TEXT_COST = MAX_FIELDS / 2;
/** Number of characters of a text without a control that cost as much as another value. */
const CHARACTERS_PER_VALUE = 200;
/** Most checkboxes of a group, which is as large as a form. A longer list of options is a list of selects. */
export const MAX_CHECKBOXES = MAX_FIELDS * CHECKBOXES_PER_FIELD;
/** Formats whose inputs have several fields inside, which cost as much as another field. */
const COMPOSITE_FORMATS: readonly unknown[] = ["date", "time", "date-time"];

/**
 * Number of fields that may be created together, and of values without a control that are shown with them. Schemas come
 * from the network: one of 1 kB may describe a million fields, by references and by unions in unions.
 */
export interface FieldBudget {
  /** Remaining fields and values, which several budgets share. */
  readonly left: { fields: number; values: number };
  /** Number of containers around the field. */
  readonly level: number;
  /** True when the fields are not rendered. */
  readonly isPreview: boolean;
}

/** Creates the budget of a form, or of a section that the user opens. */
export function createBudget(): FieldBudget {
  return { left: { fields: MAX_FIELDS, values: MAX_VALUES }, level: 0, isPreview: false };
}

/** Returns the budget of the fields inside a container, which is shared with the fields around it. */
export function nestedBudget(budget: FieldBudget): FieldBudget {
  return { ...budget, level: budget.level + 1 };
}

/**
 * Returns the budget of a section that is opened for a problem, which is shared with the other sections that are opened
 * for the problem. The sections inside stay closed.
 */
export function sectionBudget(budget: FieldBudget): FieldBudget {
  return { ...budget, level: MAX_LEVELS - 2 };
}

/** Returns a budget for fields that are not rendered. Previews in a preview share its budget. */
export function previewBudget(budget: FieldBudget): FieldBudget {
  if (budget.isPreview) return nestedBudget(budget);
  const level = Math.min(budget.level + 1, MAX_LEVELS - PREVIEW_LEVELS);
  return { left: { fields: MAX_PREVIEW_FIELDS, values: 0 }, level, isPreview: true };
}

/** Takes fields from a budget; returns false when they do not fit, or are nested too deeply. */
export function spendFields(budget: FieldBudget, count: number): boolean {
  if (count > budget.left.fields || budget.level >= MAX_LEVELS) return false;
  budget.left.fields -= count;
  return true;
}

/** Takes a group of checkboxes from a budget; returns false when they do not fit. */
export function spendCheckboxes(budget: FieldBudget, count: number): boolean {
  return spendFields(budget, count / CHECKBOXES_PER_FIELD);
}

/** Takes the options, texts and format of a field from a budget; returns false when they do not fit. */
export function spendContent(
  budget: FieldBudget,
  schema: JsonSchema,
  {
    label = "",
    hint = "",
  }: { readonly label: string | undefined; readonly hint: string | undefined },
): boolean {
  const { enum: values, format } = schema;
  const options: unknown = values ?? unionOf(schema).union;
  const count = Array.isArray(options) && options.length <= MAX_OPTIONS ? options.length : 0;
  const titles = Array.isArray(options)
    ? options.slice(0, MAX_OPTIONS).reduce<number>((sum, option) => sum + lengthOf(option), 0)
    : 0;
  const characters = label.length + hint.length + titles;
  const cost =
    (count === 0 ? 0 : (count + OPTIONS_PER_CHOICE) / OPTIONS_PER_FIELD) +
    roundTextCost(characters / CHARACTERS_PER_FIELD) +
    (COMPOSITE_FORMATS.includes(format) ? 1 : 0);
  return spend(budget, cost);
}

/** Takes the initial text of a field from a budget; returns false when it does not fit. */
export function spendText(budget: FieldBudget, text: string, kind: TextKind): boolean {
  const cost =
    text.length / CHARACTERS_PER_FIELD +
    text.split("\n").length / LINES_PER_FIELD +
    countMarks(text, kind) / MARKS_PER_FIELD;
  return spend(budget, Math.min(roundTextCost(cost), MAX_TEXT_COST));
}

function spend({ left }: FieldBudget, cost: number): boolean {
  if (cost > left.fields) return false;
  left.fields -= cost;
  return true;
}

function roundTextCost(cost: number): number {
  return Math.floor(cost / TEXT_STEP) * TEXT_STEP;
}

/**
 * Takes a value that no control has from a budget. Returns the number of values in it that are shown at first:
 * `Infinity` when all of them fit.
 */
export function spendValue({ left }: FieldBudget, value: unknown): number {
  const shown = left.values;
  const cost = countValues(
    value,
    shown,
    (text) => Math.floor(text.length / CHARACTERS_PER_VALUE) + marksAsValues(text),
  );
  left.values = Math.max(0, shown - cost);
  return cost > shown ? shown : Number.POSITIVE_INFINITY;
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return isRecord(value) && typeof value.title === "string" ? value.title.length : 0;
}

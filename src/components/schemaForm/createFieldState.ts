import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { labelsOf } from "../../selectors/humanize.ts";
import { type TextKind, visibleTextOf } from "../../selectors/visibleText.ts";
import { editableJson } from "../interrupt/parseFreeText.ts";
import { createScalarState } from "./createScalarState.ts";
import {
  createBudget,
  type FieldBudget,
  MAX_CHECKBOXES,
  nestedBudget,
  previewBudget,
  spendCheckboxes,
  spendContent,
  spendFields,
  spendText,
  spendValue,
} from "./fieldBudget.ts";
import type {
  FieldInfo,
  FieldState,
  JsonFieldState,
  ObjectFieldState,
  UnionAlternative,
  UnionFieldState,
} from "./fieldState.ts";
import { type ResolvedSchema, resolveSchema, unionOf } from "./resolveSchema.ts";
import {
  closeAlternative,
  nameAlternative,
  rateMatch,
  withNamingConstant,
} from "./unionAlternatives.ts";

interface SchemaContext {
  /** Root schema, in which each `$ref` is looked up. */
  readonly root: JsonSchema;
  /** Each `$ref` that was followed to this schema; a repeated one is circular. */
  readonly refs: readonly string[];
  readonly label?: string | undefined;
  readonly isRequired: boolean;
  /** Number of fields that may be created. @defaultValue that of a form */
  readonly budget?: FieldBudget | undefined;
}

/** Context of a nested schema, whose budget is known. */
type NestedContext = SchemaContext & { readonly budget: FieldBudget };

/** Result in place of a field whose content is more than the budget has left. */
const TOO_LARGE = "too-large";

/** Most characters of a label and of a hint. */
const MAX_LABEL = 10_000;

/** Most rows that a required list with `minItems` renders at first. */
const MAX_INITIAL_ROWS = 20;

/**
 * Creates the initial state of the field for a schema:
 *
 * | schema | field |
 * | --- | --- |
 * | with a field of its own | that field |
 * | a section that does not fit into what is left of the budget | a closed section, until the user opens it |
 * | a section that is too large for a whole budget | a JSON field |
 * | any other | a JSON field |
 *
 * @param value - Initial value. @defaultValue the `default` of the schema
 */
export function createFieldState(
  source: unknown,
  context: SchemaContext,
  value?: unknown,
): FieldState {
  const resolved = resolveSchema(source, context.root, context.refs);
  const { schema, isNullable } = resolved ?? {
    // Every reader of a keyword checks the type of its value.
    schema: isRecord(source) ? (source as JsonSchema) : {},
    isNullable: false,
  };
  const info: FieldInfo = {
    label: visibleLabel(schema.title, "value") ?? context.label,
    hint: visibleLabel(schema.description, "prose"),
    isRequired: context.isRequired,
    isNullable,
    problems: [],
  };
  const initial = value === undefined ? schema.default : value;
  const budget = context.budget ?? createBudget();
  const nested: NestedContext = {
    ...context,
    refs: resolved?.refs ?? context.refs,
    label: undefined,
    budget: nestedBudget(budget),
  };
  const field = resolved && createField(resolved, info, { nested, budget, initial });
  if (field === undefined) {
    const json = createJsonField(info, initial);
    if (!context.budget || spendText(budget, json.text, "json")) return json;
  } else if (field !== TOO_LARGE) return field;
  // The hint counts as content, for which there is no room either.
  const shortInfo = { ...info, hint: undefined };
  if (!context.budget) return createJsonField(shortInfo, initial);
  // An opened section has a whole budget of its own, or shares one with other opened sections.
  const open = (budgetWhenOpened?: FieldBudget) =>
    createFieldState(source, { ...context, budget: budgetWhenOpened }, value);
  const maxValues = spendValue(budget, initial);
  return { ...shortInfo, kind: "closed", value: initial, maxValues, open };
}

function createJsonField(info: FieldInfo, initial: unknown): JsonFieldState {
  const text = initial === undefined ? "" : editableJson(initial);
  return { ...info, kind: "json", text };
}

interface FieldOptions {
  /** Context of the schemas inside the field. */
  readonly nested: NestedContext;
  readonly budget: FieldBudget;
  readonly initial: unknown;
}

/** Creates the field for a schema; `undefined` when no kind of field fits. */
function createField(
  resolved: ResolvedSchema,
  info: FieldInfo,
  { nested, budget, initial }: FieldOptions,
): FieldState | typeof TOO_LARGE | undefined {
  const { schema } = resolved;
  if (!spendContent(budget, schema, info)) return TOO_LARGE;
  const scalar = createScalarState(schema, info, initial);
  if (scalar?.kind === "const" || scalar?.kind === "file") {
    return { ...scalar, maxValues: spendValue(budget, scalar.value) };
  }
  if (scalar?.kind === "text" && !spendText(budget, scalar.text, "value")) return TOO_LARGE;
  return (
    scalar ??
    createUnion(resolved, info, nested, initial) ??
    createList(resolved, info, nested, initial) ??
    createObject(resolved, info, nested, initial)
  );
}

function createObject(
  { schema }: ResolvedSchema,
  info: FieldInfo,
  context: NestedContext,
  initial: unknown,
): ObjectFieldState | typeof TOO_LARGE | undefined {
  const { properties, required } = schema;
  const hasOtherKeywords = ["patternProperties", "allOf", "oneOf", "anyOf"].some(
    (key) => key in schema,
  );
  const isObject = schema.type === undefined || schema.type === "object";
  if (!isObject || hasOtherKeywords || !isRecord(properties)) return undefined;
  const names = Object.keys(properties);
  if (!spendFields(context.budget, names.length)) return TOO_LARGE;
  const labels = labelsOf(names);
  const values = isRecord(initial) ? initial : {};
  const undeclared = Object.entries(values).filter(([name]) => !Object.hasOwn(properties, name));
  const extraProperties =
    schema.additionalProperties === false ? {} : Object.fromEntries(undeclared);
  return {
    ...info,
    kind: "object",
    extraProperties,
    maxValues: spendValue(context.budget, extraProperties),
    properties: names.map((name, index) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const nested: SchemaContext = {
        ...context,
        label: visibleLabel(labels[index], "name"),
        isRequired,
      };
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return { name, field: createFieldState(properties[name], nested, value) };
    }),
  };
}

function createList(
  { schema }: ResolvedSchema,
  info: FieldInfo,
  context: NestedContext,
  initial: unknown,
): FieldState | typeof TOO_LARGE | undefined {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const isArray = schema.type === "array" || (schema.type === undefined && "items" in schema);
  if (!isArray || !isRecord(items) || "prefixItems" in schema) return undefined;
  const itemContext: SchemaContext = { ...context, isRequired: true };
  const budget = previewBudget(context.budget);
  if (!spendFields(budget, 1)) return TOO_LARGE;
  // A single JSON field is easier to edit than a list of them.
  const item = createFieldState(items, { ...itemContext, budget });
  if (item.kind === "json") return undefined;
  const minRows = typeof minItems === "number" ? minItems : 0;
  if (item.kind === "select" && uniqueItems === true && item.options.length <= MAX_CHECKBOXES) {
    const { options } = item;
    if (!spendCheckboxes(context.budget, options.length)) return TOO_LARGE;
    const values: readonly unknown[] = Array.isArray(initial) ? initial : [];
    const chosen = [...options.keys()].filter((index) => values.includes(options[index]?.value));
    return {
      ...info,
      kind: "checkboxes",
      options,
      chosen,
      canBeEmpty: chosen.length > 0 && minRows === 0,
    };
  }
  const emptyRows = info.isRequired ? Math.min(minRows, MAX_INITIAL_ROWS) : 0;
  const values: readonly unknown[] = Array.isArray(initial)
    ? initial
    : Array.from({ length: emptyRows }, () => undefined);
  if (!spendFields(context.budget, values.length)) return TOO_LARGE;
  const fields = values.map((value) => createFieldState(items, itemContext, value));
  return {
    ...info,
    kind: "list",
    rows: fields.map((field, id) => ({ id, field })),
    nextId: fields.length,
    // The user adds one item at a time, so each has a budget of its own.
    createItem: () => createFieldState(items, { ...itemContext, budget: undefined }),
    minItems: minRows,
    maxItems: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
  };
}

function createUnion(
  { schema, refs }: ResolvedSchema,
  info: FieldInfo,
  context: NestedContext,
  initial: unknown,
): UnionFieldState | typeof TOO_LARGE | undefined {
  const { union, siblings } = unionOf(schema);
  if (!union || "properties" in schema) return undefined;
  if (!spendFields(context.budget, union.length)) return TOO_LARGE;
  const scores = union.map((source) =>
    rateMatch(resolveSchema(source, context.root, refs), initial),
  );
  const bestScore = Math.max(...scores);
  /** Index of the alternative of the initial value, or -1. */
  const matching = initial === undefined || bestScore < 0 ? -1 : scores.indexOf(bestScore);
  const chosen = matching < 0 && info.isRequired && !info.isNullable ? 0 : matching;
  const createAlternative = (
    source: unknown,
    budget: FieldBudget | undefined,
    value?: unknown,
  ): FieldState => createFieldState(source, { ...context, isRequired: true, budget }, value);
  // The fields of a preview are dropped: only its kind and its label are read.
  const previews = union.map((source) => createAlternative(source, previewBudget(context.budget)));
  const labels = previews.map(
    (preview, index) => preview.label ?? nameAlternative(union[index], preview),
  );
  const alternatives = union.map((source, index): UnionAlternative & { canChoose: boolean } => {
    // There is one preview per alternative.
    const preview = previews[index] as FieldState;
    const label = labels[index];
    const isUnique = labels.indexOf(label) === labels.lastIndexOf(label);
    const field =
      index === chosen
        ? createAlternative(source, context.budget, index === matching ? initial : undefined)
        : closeAlternative(preview, (budget) => createAlternative(source, budget));
    // An object is recognized by its properties; any other alternative needs a label.
    const isObject = preview.kind === "object" || preview.kind === "closed";
    const canChoose = isObject || (label !== undefined && preview.kind !== "json");
    // Alternatives with the same label differ by their constants, which are shown then.
    const namedField = isUnique ? withNamingConstant(field, label) : field;
    return { label, field: namedField, schema: source, canChoose };
  });
  if (!alternatives.every(({ canChoose }) => canChoose)) return undefined;
  return { ...info, kind: "union", alternatives, siblings, chosen };
}

/** Returns the text of a label, in which nothing is invisible; undefined for an empty text. */
function visibleLabel(text: unknown, kind: TextKind): string | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  return text.length > MAX_LABEL
    ? `${visibleTextOf(text.slice(0, MAX_LABEL), kind)}…`
    : visibleTextOf(text, kind);
}

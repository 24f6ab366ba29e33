import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { humanize, labelsOf } from "../../selectors/humanize.ts";
import { type TextKind, visibleTextOf } from "../../selectors/visibleText.ts";
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
  spendValue,
} from "./fieldBudget.ts";
import type {
  ClosedFieldState,
  ConstFieldState,
  FieldInfo,
  FieldState,
  ObjectFieldState,
  UnionAlternative,
  UnionFieldState,
} from "./fieldState.ts";
import { type ResolvedSchema, resolveSchema, unionOf } from "./resolveSchema.ts";

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

/** Marks a schema with more fields than the budget has left. */
const TOO_LARGE = "too-large";

/** Most rows that a required list with `minItems` renders at first. */
const MAX_INITIAL_ROWS = 20;

/**
 * Creates the initial state of the field for a schema. Falls back to a JSON field, so that every
 * schema makes a form. A section that does not fit into the budget is closed until the user opens it. The section is a
 * JSON field when it is too large by itself.
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
  if (field && field !== TOO_LARGE) return field;
  if (field === TOO_LARGE && context.budget) {
    const open = (ownBudget?: FieldBudget) =>
      createFieldState(source, { ...context, budget: ownBudget }, value);
    const maxValues = spendValue(budget, initial);
    return { ...info, hint: undefined, kind: "closed", value: initial, maxValues, open };
  }
  const text = initial === undefined ? "" : JSON.stringify(initial, null, 2);
  return { ...info, hint: field === TOO_LARGE ? undefined : info.hint, kind: "json", text };
}

interface FieldOptions {
  /** Context of the schemas inside the field. */
  readonly nested: NestedContext;
  readonly budget: FieldBudget;
  readonly initial: unknown;
}

function createField(
  resolved: ResolvedSchema,
  info: FieldInfo,
  { nested, budget, initial }: FieldOptions,
): FieldState | typeof TOO_LARGE | undefined {
  const { schema } = resolved;
  if (!spendContent(budget, schema, info.label)) return TOO_LARGE;
  const scalar = createScalarState(schema, info, initial);
  if (scalar?.kind === "const" || scalar?.kind === "file") {
    return { ...scalar, maxValues: spendValue(budget, scalar.value) };
  }
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
  const isOpen = ["patternProperties", "allOf", "oneOf", "anyOf"].some((key) => key in schema);
  const isObject = schema.type === undefined || schema.type === "object";
  if (!isObject || isOpen || !isRecord(properties)) return undefined;
  const names = Object.keys(properties);
  if (!spendFields(context.budget, names.length)) return TOO_LARGE;
  const labels = labelsOf(names);
  const values = isRecord(initial) ? initial : {};
  const extra = Object.entries(values).filter(([name]) => !Object.hasOwn(properties, name));
  const extraProperties = schema.additionalProperties === false ? {} : Object.fromEntries(extra);
  return {
    ...info,
    kind: "object",
    extraProperties,
    maxValues: spendValue(context.budget, extraProperties),
    properties: names.map((name, at) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const nested: SchemaContext = {
        ...context,
        label: visibleLabel(labels[at], "name"),
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
  const min = typeof minItems === "number" ? minItems : 0;
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
      canBeEmpty: chosen.length > 0 && min === 0,
    };
  }
  const emptyRows = info.isRequired ? Math.min(min, MAX_INITIAL_ROWS) : 0;
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
    minItems: min,
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
    matchScore(resolveSchema(source, context.root, refs), initial),
  );
  const best = scores.indexOf(Math.max(...scores));
  const matching = initial === undefined || (scores[best] ?? -1) < 0 ? -1 : best;
  const chosen = matching < 0 && info.isRequired && !info.isNullable ? 0 : matching;
  const create = (source: unknown, ownBudget: FieldBudget | undefined, value?: unknown) =>
    createFieldState(source, { ...context, isRequired: true, budget: ownBudget }, value);
  const previews = union.map((source) => create(source, previewBudget(context.budget)));
  const names = previews.map((preview, at) => preview.label ?? alternativeName(union[at], preview));
  const alternatives = union.map((source, index): UnionAlternative & { canChoose: boolean } => {
    // There is one preview per alternative.
    const preview = previews[index] as FieldState;
    const label = names[index];
    // The constants tell alternatives of one name apart.
    const name = names.indexOf(label) === names.lastIndexOf(label) ? label : undefined;
    const field =
      index === chosen
        ? create(source, context.budget, index === matching ? initial : undefined)
        : closedAlternative(preview, (ownBudget) => create(source, ownBudget));
    // An object is recognized by its properties; any other alternative needs a label.
    const isObject = preview.kind === "object" || preview.kind === "closed";
    const canChoose = isObject || (label !== undefined && preview.kind !== "json");
    return { label, field: withNamingConstant(field, name), schema: source, canChoose };
  });
  if (!alternatives.every(({ canChoose }) => canChoose)) return undefined;
  return { ...info, kind: "union", alternatives, siblings, chosen };
}

/** Returns the state of an alternative that is not chosen: its fields are created when the user chooses it. */
function closedAlternative(preview: FieldState, open: ClosedFieldState["open"]): ClosedFieldState {
  const { label, isRequired, isNullable } = preview;
  const info = { label, isRequired, isNullable, hint: undefined, problems: [] };
  return { ...info, kind: "closed", value: undefined, open };
}

/** Marks the constant that names an alternative (`type: "card"`). */
function withNamingConstant(field: FieldState, label: string | undefined): FieldState {
  if (field.kind === "closed") {
    return { ...field, open: (budget) => withNamingConstant(field.open(budget), label) };
  }
  if (field.kind !== "object" || label === undefined) return field;
  const properties = field.properties.map((property) =>
    property.field.kind === "const" && nameOfConstant(property.field) === label
      ? { ...property, field: { ...property.field, namesAlternative: true } }
      : property,
  );
  return { ...field, properties };
}

/** Rates how well a value matches a schema; negative when it does not match. */
function matchScore(resolved: ResolvedSchema | undefined, value: unknown): number {
  if (!resolved) return -1;
  const { type, properties, required } = resolved.schema;
  if (!isRecord(value)) return type === "object" || properties ? -1 : 0;
  if (!isRecord(properties)) return -1;
  let score = 0;
  for (const [name, property] of Object.entries(properties)) {
    const only = isRecord(property) && "const" in property ? property.const : undefined;
    if (only !== undefined && Object.hasOwn(value, name) && value[name] !== only) return -1;
    if (Object.hasOwn(value, name)) score += 1;
  }
  const isComplete = [required].flat().every((name) => !name || Object.hasOwn(value, name));
  return isComplete ? score + 1 : score;
}

/** Returns the label of an alternative without a title: its constant (`type: "card"`), or the name of its definition. */
function alternativeName(source: unknown, field: FieldState): string | undefined {
  const name = constantNameOf(field);
  if (name !== undefined) return name;
  const reference = isRecord(source) && typeof source.$ref === "string" ? source.$ref : "";
  return visibleLabel(humanize(reference.slice(reference.lastIndexOf("/") + 1)), "name");
}

function constantNameOf(field: FieldState): string | undefined {
  const children = field.kind === "object" ? field.properties : [];
  return children
    .map((child) => child.field.kind === "const" && nameOfConstant(child.field))
    .find((name) => typeof name === "string");
}

function nameOfConstant({ value }: ConstFieldState): string | undefined {
  return typeof value === "string" ? visibleLabel(humanize(value), "name") : undefined;
}

/** Returns the text of a label, in which nothing is invisible; undefined for an empty text. */
function visibleLabel(text: unknown, kind: TextKind): string | undefined {
  return typeof text === "string" && text !== "" ? visibleTextOf(text, kind) : undefined;
}

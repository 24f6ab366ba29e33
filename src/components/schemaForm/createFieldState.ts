import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { humanize } from "../../selectors/humanize.ts";
import { createScalarState } from "./createScalarState.ts";
import type { FieldInfo, FieldState, ObjectFieldState, UnionFieldState } from "./fieldState.ts";
import { type ResolvedSchema, resolveSchema, unionOf } from "./resolveSchema.ts";

/** Context of a nested schema. */
interface SchemaContext {
  /** Root schema, which references point into. */
  readonly root: JsonSchema;
  /** References that lead to the nested schema. */
  readonly refs: readonly string[];
  readonly label?: string | undefined;
  readonly isRequired: boolean;
}

/** Most rows that a required list with `minItems` renders at first. */
const MAX_INITIAL_ROWS = 20;

/**
 * Creates the initial state of the field for a schema. Falls back to a JSON field, so that every
 * schema makes a form.
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
    label: nonEmptyText(schema.title) ?? context.label,
    hint: nonEmptyText(schema.description),
    isRequired: context.isRequired,
    isNullable,
    problems: [],
  };
  const initial = value === undefined ? schema.default : value;
  const nested: SchemaContext = {
    ...context,
    refs: resolved?.refs ?? context.refs,
    label: undefined,
  };
  return (
    (resolved &&
      (createScalarState(schema, info, initial) ??
        createUnion(resolved, info, nested, initial) ??
        createList(resolved, info, nested, initial) ??
        createObject(resolved, info, nested, initial))) || {
      ...info,
      kind: "json",
      text: initial === undefined ? "" : JSON.stringify(initial, null, 2),
    }
  );
}

function createObject(
  { schema }: ResolvedSchema,
  info: FieldInfo,
  context: SchemaContext,
  initial: unknown,
): ObjectFieldState | undefined {
  const { properties, required } = schema;
  const isOpen = ["patternProperties", "allOf", "oneOf", "anyOf"].some((key) => key in schema);
  const isObject = schema.type === undefined || schema.type === "object";
  if (!isObject || isOpen || !isRecord(properties)) return undefined;
  const values = isRecord(initial) ? initial : {};
  const extra = Object.entries(values).filter(([name]) => !Object.hasOwn(properties, name));
  return {
    ...info,
    kind: "object",
    extraProperties: schema.additionalProperties === false ? {} : Object.fromEntries(extra),
    properties: Object.entries(properties).map(([name, property]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const nested: SchemaContext = { ...context, label: humanize(name), isRequired };
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return { name, field: createFieldState(property, nested, value) };
    }),
  };
}

function createList(
  { schema }: ResolvedSchema,
  info: FieldInfo,
  context: SchemaContext,
  initial: unknown,
): FieldState | undefined {
  const { items, minItems, maxItems } = schema;
  const isArray = schema.type === "array" || (schema.type === undefined && "items" in schema);
  if (!isArray || !isRecord(items) || "prefixItems" in schema) return undefined;
  const createItem = (value?: unknown) =>
    createFieldState(items, { ...context, isRequired: true }, value);
  // A single JSON field is easier to edit than a list of them.
  const item = createItem();
  if (item.kind === "json") return undefined;
  const min = typeof minItems === "number" ? minItems : 0;
  if (item.kind === "select" && schema.uniqueItems === true) {
    const values: readonly unknown[] = Array.isArray(initial) ? initial : [];
    const { options } = item;
    const chosen = [...options.keys()].filter((index) => values.includes(options[index]?.value));
    return {
      ...info,
      kind: "checkboxes",
      options,
      chosen,
      canBeEmpty: chosen.length > 0 && min === 0,
    };
  }
  const fields = Array.isArray(initial)
    ? initial.map(createItem)
    : Array.from({ length: info.isRequired ? Math.min(min, MAX_INITIAL_ROWS) : 0 }, () =>
        createItem(),
      );
  return {
    ...info,
    kind: "list",
    rows: fields.map((field, id) => ({ id, field })),
    nextId: fields.length,
    createItem,
    minItems: min,
    maxItems: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
  };
}

function createUnion(
  { schema, refs }: ResolvedSchema,
  info: FieldInfo,
  context: SchemaContext,
  initial: unknown,
): UnionFieldState | undefined {
  const { union, siblings } = unionOf(schema);
  if (!union || "properties" in schema) return undefined;
  const scores = union.map((source) =>
    matchScore(resolveSchema(source, context.root, refs), initial),
  );
  const best = scores.indexOf(Math.max(...scores));
  const chosen = initial === undefined || (scores[best] ?? -1) < 0 ? -1 : best;
  const alternatives = union.map((source, index) => {
    const nested: SchemaContext = { ...context, isRequired: true };
    const field = createFieldState(source, nested, index === chosen ? initial : undefined);
    return { label: field.label ?? alternativeName(source, field), field, schema: source };
  });
  // An object is recognised by its properties; any other alternative needs a label.
  const canChoose = alternatives.every(
    ({ label, field }) => field.kind === "object" || (label !== undefined && field.kind !== "json"),
  );
  if (!canChoose) return undefined;
  return {
    ...info,
    kind: "union",
    alternatives,
    siblings,
    chosen: chosen < 0 && info.isRequired && !info.isNullable ? 0 : chosen,
  };
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

/** Names an alternative without a title: by its constant (`type: "card"`), or by its definition. */
function alternativeName(source: unknown, field: FieldState): string | undefined {
  const children =
    field.kind === "object" ? field.properties.map((property) => property.field) : [];
  for (const child of children) {
    if (child.kind === "const" && typeof child.value === "string") return humanize(child.value);
  }
  const reference = isRecord(source) ? nonEmptyText(source.$ref) : undefined;
  return reference && humanize(reference.slice(reference.lastIndexOf("/") + 1));
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

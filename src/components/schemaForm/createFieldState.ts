import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { humanize } from "../../selectors/_humanize.ts";
import { createScalar } from "./createScalarState.ts";
import type { BranchesEntry, Entry, FieldInfo, ObjectEntry } from "./fieldState.ts";
import { type Resolved, resolveSchema, unionOf } from "./resolveSchema.ts";

/** Where a schema stands. */
export interface Place {
  /** The whole schema, for references into it. */
  readonly root: JsonSchema;
  /** The references around it. */
  readonly refs: readonly string[];
  readonly label?: string | undefined;
  readonly isRequired: boolean;
}

/** A list that wants more items than this at once starts with as many. */
const MAX_FIRST_ROWS = 20;

/**
 * Makes what a form asks for of a schema. Whatever has no control of its own is asked for as JSON, so
 * that every schema makes a form.
 *
 * @param given - The value to begin with; else the schema's own default.
 */
export function createEntry(source: unknown, place: Place, given?: unknown): Entry {
  const resolved = resolveSchema(source, place.root, place.refs);
  const { schema, isNullable } = resolved ?? {
    schema: isRecord(source) ? (source as JsonSchema) : {},
    isNullable: false,
  };
  const asked: FieldInfo = {
    label: textOf(schema.title) ?? place.label,
    hint: textOf(schema.description),
    isRequired: place.isRequired,
    isNullable,
    problems: [],
  };
  const initial = given === undefined ? schema.default : given;
  const inside: Place = { ...place, refs: resolved?.refs ?? place.refs, label: undefined };
  return (
    (resolved &&
      (createScalar(schema, asked, initial) ??
        createBranches(resolved, asked, inside, initial) ??
        createList(resolved, asked, inside, initial) ??
        createObject(resolved, asked, inside, initial))) || {
      ...asked,
      kind: "json",
      text: initial === undefined ? "" : JSON.stringify(initial, null, 2),
    }
  );
}

function createObject(
  { schema }: Resolved,
  asked: FieldInfo,
  place: Place,
  initial: unknown,
): ObjectEntry | undefined {
  const { properties, required } = schema;
  const isOpen = ["patternProperties", "allOf", "oneOf", "anyOf"].some((key) => key in schema);
  const isObject = schema.type === undefined || schema.type === "object";
  if (!isObject || isOpen || !isRecord(properties)) return undefined;
  const values = isRecord(initial) ? initial : {};
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(properties, name));
  return {
    ...asked,
    kind: "object",
    others: schema.additionalProperties === false ? {} : Object.fromEntries(others),
    properties: Object.entries(properties).map(([name, property]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const at: Place = { ...place, label: humanize(name), isRequired };
      return {
        name,
        entry: createEntry(property, at, Object.hasOwn(values, name) ? values[name] : undefined),
      };
    }),
  };
}

function createList(
  { schema }: Resolved,
  asked: FieldInfo,
  place: Place,
  initial: unknown,
): Entry | undefined {
  const { items, minItems, maxItems } = schema;
  const isArray = schema.type === "array" || (schema.type === undefined && "items" in schema);
  if (!isArray || !isRecord(items) || "prefixItems" in schema) return undefined;
  const newEntry = (value?: unknown) => createEntry(items, { ...place, isRequired: true }, value);
  // One field of JSON is less to handle than a list of them.
  const item = newEntry();
  if (item.kind === "json") return undefined;
  const min = typeof minItems === "number" ? minItems : 0;
  if (item.kind === "options" && schema.uniqueItems === true) {
    const given: readonly unknown[] = Array.isArray(initial) ? initial : [];
    const { options } = item;
    const chosen = [...options.keys()].filter((index) => given.includes(options[index]?.value));
    return {
      ...asked,
      kind: "checks",
      options,
      chosen,
      canBeEmpty: chosen.length > 0 && min === 0,
    };
  }
  const first = Array.isArray(initial)
    ? initial.map(newEntry)
    : Array.from({ length: asked.isRequired ? Math.min(min, MAX_FIRST_ROWS) : 0 }, () =>
        newEntry(),
      );
  return {
    ...asked,
    kind: "list",
    rows: first.map((entry, id) => ({ id, entry })),
    nextId: first.length,
    newEntry,
    minItems: min,
    maxItems: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
  };
}

function createBranches(
  { schema, refs }: Resolved,
  asked: FieldInfo,
  place: Place,
  initial: unknown,
): BranchesEntry | undefined {
  const { union, others } = unionOf(schema);
  if (!union || "properties" in schema) return undefined;
  const fits = union.map((source) => fitOf(resolveSchema(source, place.root, refs), initial));
  const best = fits.indexOf(Math.max(...fits));
  const chosen = initial === undefined || (fits[best] ?? -1) < 0 ? -1 : best;
  const branches = union.map((source, index) => {
    const at: Place = { ...place, isRequired: true };
    const entry = createEntry(source, at, index === chosen ? initial : undefined);
    return { label: entry.label ?? nameOf(source, entry), entry, source };
  });
  // Only objects can be told apart by what they ask for, and anything by a name.
  const canBeTold = branches.every(
    ({ label, entry }) => entry.kind === "object" || (label !== undefined && entry.kind !== "json"),
  );
  if (!canBeTold) return undefined;
  return {
    ...asked,
    kind: "branches",
    branches,
    beside: others,
    chosen: chosen < 0 && asked.isRequired && !asked.isNullable ? 0 : chosen,
  };
}

/** How well a value fits a schema; negative when it cannot be meant. */
function fitOf(resolved: Resolved | undefined, value: unknown): number {
  if (!resolved) return -1;
  const { type, properties, required } = resolved.schema;
  if (!isRecord(value)) return type === "object" || properties ? -1 : 0;
  if (!isRecord(properties)) return -1;
  let fit = 0;
  for (const [name, property] of Object.entries(properties)) {
    const only = isRecord(property) && "const" in property ? property.const : undefined;
    if (only !== undefined && Object.hasOwn(value, name) && value[name] !== only) return -1;
    if (Object.hasOwn(value, name)) fit += 1;
  }
  const isComplete = [required].flat().every((name) => !name || Object.hasOwn(value, name));
  return isComplete ? fit + 1 : fit;
}

/** A name for a kind that has no title: of the constant that marks it, or of the definition it is. */
function nameOf(source: unknown, entry: Entry): string | undefined {
  const marks = entry.kind === "object" ? entry.properties.map((property) => property.entry) : [];
  for (const mark of marks) {
    if (mark.kind === "const" && typeof mark.value === "string") return humanize(mark.value);
  }
  const reference = isRecord(source) ? textOf(source.$ref) : undefined;
  return reference && humanize(reference.slice(reference.lastIndexOf("/") + 1));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

import type { Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";
import type { StepBudget } from "./countedSearch.ts";
import { resolveAddress, type SchemaLookup } from "./schemaPath.ts";

/** Most visits of a schema with a value, for a short value. A browser takes less than a tenth of a second for them. */
const STEPS_PER_VALUE = 20_000;
/** Extra steps for each character of the value. */
const STEPS_PER_CHARACTER = 2;
/*
 * A step is the visit of one schema with one value. The constants below convert other work to steps: each is the number of
 * operations that take about as long as one step.
 */
/** Names of properties, or items of a list. */
const NAMES_PER_STEP = 16;
/** Comparisons of two items for `uniqueItems`, in a list with objects or lists. */
const PAIRS_PER_STEP = 32;
/** Comparisons of two items for `uniqueItems`, in a list of primitive values. */
const PRIMITIVE_PAIRS_PER_STEP = 256;
/** Characters of a text, or of the JSON text of a constant. */
const CHARACTERS_PER_STEP = 256;
/** Steps of a pattern in a text. */
const PATTERN_STEPS_PER_STEP = 50;

/** Keywords whose schemas are for the same value, one or a list. */
const SAME_VALUE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
/** Keywords whose schemas by property name are for the same value. */
const SAME_VALUE_BY_NAME = ["dependentSchemas", "dependencies"];

/** A schema and a value that it is for. */
type Visit = readonly [schema: unknown, value: unknown];

/** Input of a validation. */
interface Validation {
  readonly schema: Schema;
  readonly lookup: SchemaLookup;
  readonly value: unknown;
  /** Most steps of each pattern for a text. */
  readonly patternSteps: ReadonlyMap<string, number>;
}

/**
 * True when the validator would visit too many pairs of a schema and a value. References and unions in unions make the
 * number of pairs exponential. Takes no more steps than the budget has, because nothing can stop the validator.
 */
export function isTooComplex({ schema, lookup, value, patternSteps }: Validation): boolean {
  const sizes = new Map<unknown, number>();
  function sizeOf(part: unknown): number {
    const size = sizes.get(part) ?? JSON.stringify(part)?.length ?? 0;
    sizes.set(part, size);
    return size;
  }
  const budget: StepBudget = { left: STEPS_PER_VALUE + STEPS_PER_CHARACTER * sizeOf(value) };
  const visits: Visit[] = [[schema, value]];
  while (budget.left >= 0) {
    const visit = visits.pop();
    if (!visit) return false;
    const [part, partValue] = visit;
    budget.left -= 1;
    if (!isRecord(part)) continue;
    budget.left -= ownSteps(part, partValue, { sizeOf, patternSteps });
    // Listing the visits takes about as long as the keywords that were counted.
    if (budget.left >= 0) addVisits(part, partValue, lookup, visits);
  }
  return true;
}

interface Measures extends Pick<Validation, "patternSteps"> {
  /** Returns the length of a part as JSON text. */
  readonly sizeOf: (part: unknown) => number;
}

/** Returns the steps of a schema's own keywords for a value. */
function ownSteps(schema: Schema, value: unknown, { sizeOf, patternSteps }: Measures): number {
  let steps = 0;
  for (const data of [schema.enum, schema.const]) {
    if (typeof data === "object" && data !== null) steps += sizeOf(data) / CHARACTERS_PER_STEP;
  }
  if (typeof value === "string") {
    const ofPattern = patternSteps.get(String(schema.pattern)) ?? 0;
    return steps + value.length / CHARACTERS_PER_STEP + ofPattern / PATTERN_STEPS_PER_STEP;
  }
  if (Array.isArray(value)) {
    if (schema.uniqueItems) {
      const hasObjects = value.some((item) => typeof item === "object" && item !== null);
      const perPair = hasObjects ? PAIRS_PER_STEP : PRIMITIVE_PAIRS_PER_STEP;
      // Objects that are alike are compared in all their parts, of about ten characters each.
      const items = hasObjects ? Math.max(value.length, sizeOf(value) / 10) : value.length;
      steps += (value.length * items) / perPair;
    }
    return steps + value.length / NAMES_PER_STEP;
  }
  if (!isRecord(value)) return steps;
  const { properties, patternProperties, required } = schema;
  const names = Object.keys(value).length;
  const patterns = Object.keys(patternProperties ?? {});
  for (const pattern of patterns) {
    steps += (names * (patternSteps.get(pattern) ?? 0)) / PATTERN_STEPS_PER_STEP;
  }
  const listed = Object.keys(properties ?? {}).length + (required?.length ?? 0);
  return steps + (names * (1 + patterns.length) + listed) / NAMES_PER_STEP;
}

/** Adds the visits that follow a visit. */
function addVisits(schema: Schema, value: unknown, lookup: SchemaLookup, visits: Visit[]): void {
  if ("$ref" in schema) visits.push([resolveAddress(schema, lookup), value]);
  if ("$recursiveRef" in schema) {
    visits.push([lookup[schema.__absolute_recursive_ref__ ?? ""] ?? schema, value]);
  }
  for (const keyword of SAME_VALUE) {
    for (const part of [schema[keyword] ?? []].flat()) visits.push([part, value]);
  }
  if (Array.isArray(value)) addItemVisits(schema, value, visits);
  else if (isRecord(value)) addPropertyVisits(schema, value, visits);
}

function addItemVisits(schema: Schema, value: readonly unknown[], visits: Visit[]): void {
  const { prefixItems = [], items, additionalItems, unevaluatedItems, contains } = schema;
  const tuple: readonly unknown[] = Array.isArray(items) ? items : prefixItems;
  const others = Array.isArray(items) ? additionalItems : (items ?? unevaluatedItems);
  for (const [index, item] of value.entries()) {
    const part = index < tuple.length ? tuple[index] : others;
    if (part !== undefined) visits.push([part, item]);
    if (contains !== undefined) visits.push([contains, item]);
  }
}

function addPropertyVisits(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  visits: Visit[],
): void {
  const { properties = {}, patternProperties = {}, propertyNames } = schema;
  for (const keyword of SAME_VALUE_BY_NAME) {
    for (const [name, part] of Object.entries(schema[keyword] ?? {})) {
      if (Object.hasOwn(value, name)) visits.push([part, value]);
    }
  }
  const patterns = Object.entries(patternProperties).map(
    ([pattern, part]) => [new RegExp(pattern, "u"), part] as const,
  );
  const others = schema.additionalProperties ?? schema.unevaluatedProperties;
  for (const [name, item] of Object.entries(value)) {
    if (propertyNames !== undefined) visits.push([propertyNames, name]);
    const isListed = Object.hasOwn(properties, name);
    if (isListed) visits.push([properties[name], item]);
    else if (others !== undefined) visits.push([others, item]);
    for (const [pattern, part] of patterns) if (pattern.test(name)) visits.push([part, item]);
  }
}

/**
 * True when the validator resolves the references of a schema in few steps. The validator visits a schema
 * with an `$id` twice, with all schemas in it. The steps grow exponentially with the depth of such schemas in each other.
 */
export function canResolve(schema: Schema): boolean {
  return resolutionSteps(schema) - JSON.stringify(schema).length <= STEPS_PER_VALUE;
}

function resolutionSteps(schema: unknown): number {
  if (typeof schema !== "object" || schema === null) return 0;
  let steps = 1;
  for (const part of Object.values(schema)) steps += resolutionSteps(part);
  return isRecord(schema) && ("$id" in schema || "id" in schema) ? 2 * steps : steps;
}

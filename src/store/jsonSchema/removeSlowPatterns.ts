import { isRecord } from "../../protocol/isRecord.ts";
import { createCountedSearch, type StepBudget } from "./countedSearch.ts";

/** Keywords whose values are schemas by name. */
const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "dependencies"],
  ...["$defs", "definitions"],
]);
/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Keywords that reject values because they match a schema: a schema without its pattern matches more values. */
const NEEDS_ALL = ["not", "oneOf", "if", "contains"];

/** Most steps of one pattern, for a short value. A browser takes about a millisecond for them. */
const STEPS_PER_PATTERN = 50_000;
/** Most steps of all patterns of a schema, for a short value. */
const STEPS_PER_SCHEMA = 300_000;
/** Extra steps for each character of the value. */
const PATTERN_STEPS_PER_CHARACTER = 10;

/** The patterns of a schema that cannot be checked. */
interface SlowPatterns {
  readonly patterns: readonly string[];
  /** True when the schema means something else without them: no part of it can be checked. */
  readonly areNeeded: boolean;
  /** Most steps of each other pattern for a text, unless they are certainly few. */
  readonly steps: ReadonlyMap<string, number>;
}

/**
 * Removes the patterns of a schema that would take too long for a value. The time of a backtracking search can grow
 * exponentially with the length of the text. Nothing can stop a search that has begun.
 *
 * @param schema - A copy of the schema, which is changed.
 */
export function removeSlowPatterns(schema: unknown, value: unknown): SlowPatterns {
  const texts = new Set<string>();
  let length = 0;
  let longest = 0;
  collectTexts(value, (text) => {
    if (texts.has(text)) return;
    texts.add(text);
    length += text.length;
    longest = Math.max(longest, text.length);
  });
  const budget: StepBudget = { left: STEPS_PER_SCHEMA + PATTERN_STEPS_PER_CHARACTER * length };
  const verdicts = new Map<string, boolean>();
  const steps = new Map<string, number>();

  function isSlow(pattern: string): boolean {
    const cached = verdicts.get(pattern);
    if (cached !== undefined) return cached;
    const isSlowPattern = !isSimple(pattern, longest) && exceedsBudget(pattern);
    verdicts.set(pattern, isSlowPattern);
    return isSlowPattern;
  }

  function exceedsBudget(pattern: string): boolean {
    try {
      new RegExp(pattern, "u");
    } catch {
      // The validator reports the schema as unusable.
      return false;
    }
    const search = createCountedSearch(pattern);
    const limit = Math.min(budget.left, STEPS_PER_PATTERN + PATTERN_STEPS_PER_CHARACTER * length);
    const own: StepBudget = { left: limit };
    const isFast = [...texts].every((text) => {
      const before = own.left;
      const isCounted = search(text, own) !== undefined;
      steps.set(pattern, Math.max(steps.get(pattern) ?? 0, before - own.left));
      return isCounted;
    });
    budget.left -= limit - Math.max(0, own.left);
    return !isFast;
  }

  const patterns = new Set<string>();
  let areNeeded = false;
  visitSchemas(schema, (part) => {
    const { pattern, patternProperties, format } = part;
    // The validator's own pattern for this format takes exponential time.
    if (format === "url") part.format = "uri";
    areNeeded ||= NEEDS_ALL.some((keyword) => keyword in part);
    if (typeof pattern === "string" && isSlow(pattern)) {
      patterns.add(pattern);
      delete part.pattern;
    }
    for (const key of isRecord(patternProperties) ? Object.keys(patternProperties) : []) {
      if (!isSlow(key)) continue;
      patterns.add(key);
      areNeeded = true;
    }
  });
  return { patterns: [...patterns], areNeeded: areNeeded && patterns.size > 0, steps };
}

/**
 * True for a pattern whose steps are certainly few. No group repeats, so the number of steps is at most a power of the
 * length of the text.
 */
function isSimple(pattern: string, longest: number): boolean {
  if (/\)[*+{]/.test(pattern)) return false;
  const choices = pattern.match(/[*+?{|]/g)?.length ?? 0;
  return (longest + 2) ** (choices + 1) <= STEPS_PER_PATTERN;
}

/** Calls a function with each text of a JSON value, including the keys of objects. */
function collectTexts(value: unknown, add: (text: string) => void): void {
  if (typeof value === "string") add(value);
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, add);
  else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      add(key);
      collectTexts(item, add);
    }
  }
}

/** Calls a function with each schema in a JSON Schema, which may be changed. */
function visitSchemas(schema: unknown, visit: (part: Record<string, unknown>) => void): void {
  if (Array.isArray(schema)) for (const item of schema) visitSchemas(item, visit);
  if (!isRecord(schema)) return;
  // The caller passes a copy, so its objects may be changed.
  visit(schema as Record<string, unknown>);
  for (const [key, value] of Object.entries(schema)) {
    if (DATA.has(key)) continue;
    const parts = SCHEMAS_BY_NAME.has(key) && isRecord(value) ? Object.values(value) : [value];
    for (const part of parts) visitSchemas(part, visit);
  }
}

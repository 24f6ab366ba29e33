import type { OutputUnit } from "@cfworker/json-schema";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { explainError, isExplained } from "./errorMessages.ts";
import { explainUnion } from "./explainUnion.ts";
import { locateError, type ValidationContext } from "./schemaPath.ts";

/** Most problems of a value that are returned, and that are searched for duplicates. */
const MAX_PROBLEMS = 200;
const MAX_FOUND = 1_000;

const UNION_KEYWORDS = new Set(["anyOf", "oneOf"]);

/**
 * Matches the locations of items and names that were tried; the error of the keyword itself says
 * that none matched.
 */
const TRIED_LOCATION = /(?<!\/(properties|\$defs|definitions))\/(contains|propertyNames)\//;

/**
 * Reduces the validator's list, in which the errors of outer schemas precede those of inner ones,
 * to the innermost errors without duplicates. Returns the first 200.
 */
export function explainErrors(
  errors: readonly OutputUnit[],
  context: ValidationContext,
): readonly SchemaProblem[] {
  const ownErrors = errors
    .map(withParentLocation)
    .filter(({ keywordLocation }) => !TRIED_LOCATION.test(keywordLocation))
    .filter(isNew);
  return withoutDuplicates(explain(ownErrors, context)).slice(0, MAX_PROBLEMS);
}

function explain(errors: readonly OutputUnit[], context: ValidationContext): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let next = 0;
  while (next < errors.length && problems.length < MAX_FOUND) {
    // The loop ends before the end of the list.
    const error = errors[next++] as OutputUnit;
    const start = next;
    if (!UNION_KEYWORDS.has(error.keyword)) {
      if (isExplained(error)) problems.push(...explainError(locateError(error, context)));
      continue;
    }
    const location = locateError(error, context);
    while (errors[next]?.keywordLocation.startsWith(`${error.keywordLocation}/`)) next++;
    const below = errors.slice(start, next);
    problems.push(...explainUnion(location, below, context, (inner) => explain(inner, context)));
  }
  return problems;
}

/**
 * False for an error of the same keyword and value as the error before it. The validator has one for each missing
 * property, and their explanation lists all.
 */
function isNew(error: OutputUnit, index: number, errors: readonly OutputUnit[]): boolean {
  const { keywordLocation, instanceLocation } = errors[index - 1] ?? {};
  return error.keywordLocation !== keywordLocation || error.instanceLocation !== instanceLocation;
}

/**
 * Returns the error of a schema that is `false` with the location of that schema, and any other error unchanged. The
 * validator gives it the location of the value; the error before it has the parent of the schema.
 */
function withParentLocation(
  error: OutputUnit,
  index: number,
  errors: readonly OutputUnit[],
): OutputUnit {
  const parent = errors[index - 1];
  if (error.keyword !== "false" || !parent) return error;
  return { ...error, keywordLocation: `${parent.keywordLocation}/false` };
}

/** Removes duplicates, and other problems of a value that has the wrong type. */
function withoutDuplicates(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const location = ({ path }: SchemaProblem) => JSON.stringify(path);
  const mistyped = new Set(problems.filter(({ code }) => code === "type").map(location));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (problem.code !== "type" && mistyped.has(location(problem))) return false;
    const key = `${location(problem)} ${problem.message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

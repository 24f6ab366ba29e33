import type { OutputUnit } from "@cfworker/json-schema";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { explainError } from "./errorMessages.ts";
import { explainUnion } from "./explainUnion.ts";
import { type Checked, placeOf } from "./schemaPath.ts";

const unions = new Set(["anyOf", "oneOf"]);

/**
 * Matches the locations of items and names that were tried; the error of the keyword itself says
 * that none matched.
 */
const tried = /(?<!\/(properties|\$defs|definitions))\/(contains|propertyNames)\//;

/**
 * Reduces the validator's list, in which the errors of outer schemas precede those of inner ones,
 * to the innermost errors without duplicates.
 */
export function explainErrors(
  errors: readonly OutputUnit[],
  checked: Checked,
): readonly SchemaProblem[] {
  const telling = errors
    .map(asBelowItsParent)
    .filter(({ keywordLocation }) => !tried.test(keywordLocation));
  return withoutEchoes(explain(telling, checked));
}

function explain(errors: readonly OutputUnit[], checked: Checked): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let next = 0;
  while (next < errors.length) {
    const error = errors[next++] as OutputUnit;
    const start = next;
    const place = placeOf(error, checked);
    if (!unions.has(error.keyword)) {
      problems.push(...explainError(place));
      continue;
    }
    while (errors[next]?.keywordLocation.startsWith(`${error.keywordLocation}/`)) next++;
    const below = errors.slice(start, next);
    problems.push(...explainUnion(place, below, checked, (some) => explain(some, checked)));
  }
  return problems;
}

/**
 * A schema that is `false` reports the location of its value; the error before it has the schema's
 * parent.
 */
function asBelowItsParent(
  error: OutputUnit,
  index: number,
  errors: readonly OutputUnit[],
): OutputUnit {
  const parent = errors[index - 1];
  if (error.keyword !== "false" || !parent) return error;
  return { ...error, keywordLocation: `${parent.keywordLocation}/false` };
}

/** Removes duplicates, and other problems of a value that has the wrong type. */
function withoutEchoes(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const place = ({ path }: SchemaProblem) => JSON.stringify(path);
  const mistyped = new Set(problems.filter(({ code }) => code === "type").map(place));
  const said = new Set<string>();
  return problems.filter((problem) => {
    if (problem.code !== "type" && mistyped.has(place(problem))) return false;
    const sentence = `${place(problem)} ${problem.message}`;
    if (said.has(sentence)) return false;
    said.add(sentence);
    return true;
  });
}

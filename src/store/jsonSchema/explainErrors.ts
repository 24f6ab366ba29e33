import type { OutputUnit } from "@cfworker/json-schema";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { explainError } from "./errorMessages.ts";
import { explainUnion } from "./explainUnion.ts";
import { type Checked, placeOf } from "./schemaPath.ts";

const unions = new Set(["anyOf", "oneOf"]);

/** Below these are the items and names that were tried; that none was found is said apart. */
const tried = /(?<!\/(properties|\$defs|definitions))\/(contains|propertyNames)\//;

/**
 * Turns the validator's list, in which every error is preceded by those of the schemas around it,
 * into what is wrong: the innermost errors, once each.
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

/** A schema that is `false` reports the place of the value as its own; its parent stands before it. */
function asBelowItsParent(
  error: OutputUnit,
  index: number,
  errors: readonly OutputUnit[],
): OutputUnit {
  const parent = errors[index - 1];
  if (error.keyword !== "false" || !parent) return error;
  return { ...error, keywordLocation: `${parent.keywordLocation}/false` };
}

/** What is of the wrong type needs nothing else said about it, and nothing is said twice. */
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

import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { Strings } from "../strings/strings.ts";
import type { Entry } from "./fieldState.ts";

/**
 * Lays each problem on the innermost entry that is shown and holds its place. Whatever was there
 * before is gone.
 */
export function assignErrors(entry: Entry, problems: readonly SchemaProblem[]): Entry {
  switch (entry.kind) {
    case "object": {
      const shown = entry.properties.filter((property) => property.entry.kind !== "const");
      const names = new Set(shown.map(({ name }) => name));
      return {
        ...entry,
        problems: problems.filter(({ path }) => !names.has(String(path[0]))),
        properties: entry.properties.map((property) => ({
          ...property,
          entry: assignErrors(property.entry, inside(property.name, problems)),
        })),
      };
    }
    case "list":
      return {
        ...entry,
        problems: problems.filter(({ path }) => !entry.rows[Number(path[0] ?? -1)]),
        rows: entry.rows.map((row, index) => ({
          ...row,
          entry: assignErrors(row.entry, inside(String(index), problems)),
        })),
      };
    case "branches": {
      const chosen = entry.branches[entry.chosen];
      const isShown = chosen !== undefined && chosen.entry.kind !== "const";
      const isOwn = (problem: SchemaProblem) => !isShown || isOfUnion(problem);
      const insideOf = problems.filter((problem) => !isOwn(problem));
      return {
        ...entry,
        problems: problems.filter(isOwn),
        branches: entry.branches.map((branch) => ({
          ...branch,
          entry: assignErrors(branch.entry, branch === chosen ? insideOf : []),
        })),
      };
    }
    default:
      return { ...entry, problems };
  }
}

/**
 * A problem in the words of the person in front of it. What is about no keyword of JSON Schema was
 * written by whoever found it, and stays as it is.
 */
export function describeProblem(problem: SchemaProblem, strings: Strings["form"]): string {
  const sentence = sentenceOf(problem, strings);
  const { path } = problem;
  return path.length > 0 ? strings.at(path.join("."), sentence) : sentence;
}

function sentenceOf({ code, limit, message }: SchemaProblem, strings: Strings["form"]): string {
  switch (code) {
    case "required":
    case "pattern":
    case "enum":
    case "not":
    case "uniqueItems":
    case "contains":
    case "propertyNames":
    case "additionalProperties":
    case "oneOf":
    case "anyOf":
      return strings[code];
    // How the validator calls a schema that is `false`, which most often is that for other fields.
    case "false":
      return strings.additionalProperties;
    case "type":
    case "format":
      return typeof limit === "string" ? strings[code](limit) : strings.invalid;
    case "const":
      return limit === undefined ? strings.invalid : strings.const(limit);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return typeof limit === "number" ? strings[code](limit) : strings.invalid;
    case "minContains":
    case "maxContains":
      return strings.invalid;
    default:
      return message;
  }
}

/** Whether it says that the choice itself is wrong, and not what the chosen kind asks for. */
function isOfUnion({ path, code }: SchemaProblem): boolean {
  return path.length === 0 && (code === "oneOf" || code === "anyOf");
}

/** The problems inside of one key, with the rest of their paths. */
export function inside(name: string, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems
    .filter(({ path }) => String(path[0]) === name)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }));
}

import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { Strings } from "../strings.ts";
import type { Entry } from "./entry.ts";

/**
 * Lays each problem on the innermost entry that is shown and holds its place. Whatever was there
 * before is gone.
 */
export function placeProblems(entry: Entry, problems: readonly SchemaProblem[]): Entry {
  switch (entry.kind) {
    case "object": {
      const shown = entry.properties.filter((property) => property.entry.kind !== "const");
      const names = new Set(shown.map(({ name }) => name));
      return {
        ...entry,
        problems: problems.filter(({ path }) => !names.has(String(path[0]))),
        properties: entry.properties.map((property) => ({
          ...property,
          entry: placeProblems(property.entry, inside(property.name, problems)),
        })),
      };
    }
    case "list":
      return {
        ...entry,
        problems: problems.filter(({ path }) => !entry.rows[Number(path[0] ?? -1)]),
        rows: entry.rows.map((row, index) => ({
          ...row,
          entry: placeProblems(row.entry, inside(String(index), problems)),
        })),
      };
    case "branches": {
      const isShown = ({ entry: { kind } }: { entry: Entry }) => kind !== "const";
      const chosen = entry.branches[entry.chosen];
      const goesInside = chosen !== undefined && isShown(chosen);
      return {
        ...entry,
        problems: goesInside ? [] : problems,
        branches: entry.branches.map((branch) => ({
          ...branch,
          entry: placeProblems(branch.entry, goesInside && branch === chosen ? problems : []),
        })),
      };
    }
    default:
      return { ...entry, problems };
  }
}

/**
 * A problem in the words of the person in front of it. About a place inside of JSON that is written by
 * hand, the exact sentence of the check says more.
 */
export function describeProblem(problem: SchemaProblem, strings: Strings["form"]): string {
  const { path, message, code, limit } = problem;
  if (path.length > 0) return `${path.join(".")}: ${message}`;
  switch (code) {
    case "required":
    case "pattern":
    case "enum":
      return strings[code];
    case "type":
    case "format":
      return typeof limit === "string" ? strings[code](limit) : message;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
      return typeof limit === "number" ? strings[code](limit) : message;
    default:
      return message;
  }
}

function inside(name: string, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems
    .filter(({ path }) => String(path[0]) === name)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }));
}

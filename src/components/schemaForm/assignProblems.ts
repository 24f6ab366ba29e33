import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { FieldState } from "./fieldState.ts";

/**
 * Replaces the problems of all fields: each problem goes to the innermost rendered field on its path. A closed field has
 * the problems with the values inside.
 */
export function assignProblems(field: FieldState, problems: readonly SchemaProblem[]): FieldState {
  switch (field.kind) {
    case "object": {
      const rendered = field.properties.filter((property) => property.field.kind !== "const");
      const names = new Set(rendered.map(({ name }) => name));
      return {
        ...field,
        problems: problems.filter(({ path }) => !names.has(String(path[0]))),
        properties: field.properties.map((property) => ({
          ...property,
          field: assignProblems(property.field, problemsBelow(property.name, problems)),
        })),
      };
    }
    case "list":
      return {
        ...field,
        problems: problems.filter(({ path }) => !field.rows[Number(path[0] ?? -1)]),
        rows: field.rows.map((row, index) => ({
          ...row,
          field: assignProblems(row.field, problemsBelow(String(index), problems)),
        })),
      };
    case "union": {
      const chosen = field.alternatives[field.chosen];
      const isRendered = chosen !== undefined && chosen.field.kind !== "const";
      const isOwn = (problem: SchemaProblem) => !isRendered || isAboutChoice(problem);
      const nested = problems.filter((problem) => !isOwn(problem));
      return {
        ...field,
        problems: problems.filter(isOwn),
        alternatives: field.alternatives.map((alternative) => ({
          ...alternative,
          field: assignProblems(alternative.field, alternative === chosen ? nested : []),
        })),
      };
    }
    default:
      return { ...field, problems };
  }
}

/** Returns the problems on paths below a key, with paths relative to that key. */
export function problemsBelow(key: string, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems
    .filter(({ path }) => String(path[0]) === key)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }));
}

/** True for a problem with the choice itself, as opposed to the value of the chosen alternative. */
function isAboutChoice({ path, code }: SchemaProblem): boolean {
  return path.length === 0 && (code === "oneOf" || code === "anyOf");
}

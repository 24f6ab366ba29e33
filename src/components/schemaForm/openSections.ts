import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { assignProblems } from "./assignProblems.ts";
import { createBudget, type FieldBudget, sectionBudget } from "./fieldBudget.ts";
import { type ClosedFieldState, type FieldState, hasBlankValue } from "./fieldState.ts";

/** Most sections that are opened for one problem, each inside the one before. The form is validated for each of them. */
const MAX_SECTIONS = 64;

/** A closed section, and the fields that replace it. */
interface OpenedSection {
  /** Path of the section's value. */
  readonly path: readonly (string | number)[];
  readonly section: ClosedFieldState;
  readonly opened: FieldState;
}

/** Problems with an answer, and the sections to open so that a control has the first of them. */
export interface LocatedProblems {
  readonly problems: readonly SchemaProblem[];
  readonly sections: readonly OpenedSection[];
}

/**
 * Opens the closed sections around the first problem of a form. All of them share the budget of one form. The other
 * problems stay with their closed sections.
 *
 * @param findProblems - Finds the problems again after a section is open, when a section that was empty has the values of its
 * fields.
 */
export async function openSections(
  root: FieldState,
  initialProblems: readonly SchemaProblem[],
  findProblems: (root: FieldState) => Promise<readonly SchemaProblem[]>,
): Promise<LocatedProblems> {
  const budget = createBudget();
  const sections: OpenedSection[] = [];
  let form = root;
  let problems = initialProblems;
  while (sections.length < MAX_SECTIONS) {
    const first = findFirstProblem(assignProblems(form, problems));
    const section = first && openSection(first, budget);
    if (!section) break;
    sections.push(section);
    form = replaceSection(form, section);
    const nextProblems = await findProblems(form);
    // The user has not seen the fields yet, so that a valid section is not submitted at once.
    if (nextProblems.length === 0) break;
    problems = nextProblems;
  }
  return { problems, sections };
}

/** Opens a closed section as the user asks, with a budget of its own, and keeps the problems with the values inside. */
export function openWithProblems(field: FieldState): FieldState {
  if (field.kind !== "closed") return field;
  const opened = field.open();
  const isMissing = ({ path, code }: SchemaProblem) => path.length === 0 && code === "required";
  const hasValue = opened.isRequired && hasBlankValue(opened);
  return assignProblems(
    opened,
    field.problems.filter((problem) => !hasValue || !isMissing(problem)),
  );
}

/** Replaces a closed section by its fields. A section that the user has opened or removed meanwhile is not replaced. */
export function replaceSection(field: FieldState, { path, ...change }: OpenedSection): FieldState {
  const [key, ...rest] = path;
  const replaceIn = (child: FieldState) => replaceSection(child, { path: rest, ...change });
  switch (field.kind) {
    case "closed":
      return field.open === change.section.open ? change.opened : field;
    case "object":
      return {
        ...field,
        properties: field.properties.map((property) =>
          property.name === key ? { ...property, field: replaceIn(property.field) } : property,
        ),
      };
    case "list":
      return {
        ...field,
        rows: field.rows.map((row, index) =>
          index === key ? { ...row, field: replaceIn(row.field) } : row,
        ),
      };
    case "union":
      return {
        ...field,
        alternatives: field.alternatives.map((alternative, index) =>
          index === field.chosen
            ? { ...alternative, field: replaceSection(alternative.field, { path, ...change }) }
            : alternative,
        ),
      };
    default:
      return field;
  }
}

function openSection(
  { path, field }: LocatedField,
  budget: FieldBudget,
): OpenedSection | undefined {
  if (field.kind !== "closed") return undefined;
  const fields = field.open(sectionBudget(budget));
  if (fields.kind !== "closed") return { path, section: field, opened: fields };
  // A section that is larger than a form by itself is a JSON field, which fits always.
  const opened = field.open();
  return opened.kind === "json" ? { path, section: field, opened } : undefined;
}

interface LocatedField {
  readonly path: readonly (string | number)[];
  readonly field: FieldState;
}

/** Finds the field whose control is the first with a problem, in the order in which controls take focus. */
function findFirstProblem(root: FieldState): LocatedField | undefined {
  const first = findInField(root, []);
  // The problems of the whole form are below its controls.
  return root.kind === "object" ? (findInside(root, []) ?? first) : first;
}

function findInField(field: FieldState, path: LocatedField["path"]): LocatedField | undefined {
  const own = field.problems.length > 0 ? { path, field } : undefined;
  // The button that adds an item is below the items.
  const isLast = field.kind === "list" && field.rows.length < field.maxItems;
  return isLast ? (findInside(field, path) ?? own) : (own ?? findInside(field, path));
}

function findInside(field: FieldState, path: LocatedField["path"]): LocatedField | undefined {
  switch (field.kind) {
    case "object":
      return firstOf(field.properties, (property) =>
        findInField(property.field, [...path, property.name]),
      );
    case "list":
      return firstOf(field.rows, (row, index) => findInField(row.field, [...path, index]));
    case "union": {
      const alternative = field.alternatives[field.chosen];
      return alternative && findInField(alternative.field, path);
    }
    default:
      return undefined;
  }
}

function firstOf<TItem, TResult>(
  items: readonly TItem[],
  find: (item: TItem, index: number) => TResult | undefined,
): TResult | undefined {
  for (const [index, item] of items.entries()) {
    const result = find(item, index);
    if (result !== undefined) return result;
  }
  return undefined;
}

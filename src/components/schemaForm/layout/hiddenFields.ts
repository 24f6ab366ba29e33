import type { SchemaProblem } from "../../../protocol/jsonSchema.ts";
import type { FieldState } from "../fieldState.ts";
import { type FieldPath, withoutFields } from "./fieldPaths.ts";
import { applyRule } from "./layoutRules.ts";
import { type LayoutElement, overlaps, type ReadLayout } from "./readLayout.ts";

/** Returns the form without the fields that rules hide, whose values are not submitted. */
export function withoutHiddenFields(root: FieldState, { element }: ReadLayout): FieldState {
  return element ? withoutFields(root, hiddenPaths(root, element)) : root;
}

/** @param isHidden - True inside a hidden element. */
function hiddenPaths(root: FieldState, element: LayoutElement, isHidden = false): FieldPath[] {
  const hides = isHidden || !applyRule(element.rule, root).isShown;
  if (element.kind === "control") return hides ? [element.path] : [];
  if (element.kind === "text") return [];
  return element.elements.flatMap((inner) => hiddenPaths(root, inner, hides));
}

/**
 * Returns the layout without the rules of the elements that have a problem inside: the user could not correct a field that
 * is hidden, or that is disabled.
 */
export function withoutRulesOf(layout: ReadLayout, problems: readonly SchemaProblem[]): ReadLayout {
  const { element } = layout;
  const paths = problems.map(({ path }) => path.map(String)).filter(({ length }) => length > 0);
  if (!element || paths.length === 0) return layout;
  return { ...layout, element: withoutRules(element, paths) };
}

function withoutRules(element: LayoutElement, paths: readonly FieldPath[]): LayoutElement {
  const inner =
    element.kind === "control" || element.kind === "text"
      ? element
      : {
          ...element,
          elements: element.elements.map((child) => withoutRules(child, paths)),
        };
  const hasProblem = pathsIn(element).some((path) => paths.some((other) => overlaps(path, other)));
  return hasProblem ? { ...inner, rule: undefined } : inner;
}

/** Returns the paths of the fields in an element. */
export function pathsIn(element: LayoutElement): readonly FieldPath[] {
  if (element.kind === "control") return [element.path];
  return element.kind === "text" ? [] : element.elements.flatMap(pathsIn);
}

import { isRecord } from "../../../protocol/isRecord.ts";
import { visibleTextOf } from "../../../selectors/visibleText.ts";
import type { FieldState } from "../fieldState.ts";
import { type FieldPath, fieldAt, parseScope } from "./fieldPaths.ts";
import { type LayoutRule, readRule } from "./layoutRules.ts";

/** An element of a layout, whose fields are all in the form. */
export type LayoutElement = { readonly rule: LayoutRule | undefined } & (
  | {
      readonly kind: "control";
      readonly path: FieldPath;
      /** @defaultValue the label of the field */
      readonly label: string | undefined;
      readonly hidesLabel: boolean;
      readonly isMultiline: boolean;
    }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "column" | "row" | "group" | "category";
      readonly label: string | undefined;
      readonly elements: readonly LayoutElement[];
    }
);

/** Most elements of a layout, and most levels. What is beyond is as if the layout did not name it. */
const MAX_ELEMENTS = 500;
const MAX_LEVELS = 12;

/** Most characters of a text. */
const MAX_TEXT = 10_000;

const BOXES = new Map<unknown, "column" | "row" | "group" | "category">([
  ["VerticalLayout", "column"],
  ["HorizontalLayout", "row"],
  ["Group", "group"],
  ["Categorization", "column"],
  ["Category", "category"],
]);

/** A layout, and the paths of the fields that it places. */
export interface ReadLayout {
  readonly element: LayoutElement | undefined;
  readonly paths: readonly FieldPath[];
}

/**
 * Reads a layout, which comes from the network. Elements that cannot be read are left out, as are fields that the form does
 * not have and fields that the layout has already placed.
 *
 * @param root - The initial state of the form.
 */
export function readLayout(layout: unknown, root: FieldState): ReadLayout {
  const paths: FieldPath[] = [];
  let count = 0;

  function readElement(source: unknown, level: number): LayoutElement | undefined {
    if (!isRecord(source) || level > MAX_LEVELS || count >= MAX_ELEMENTS) return undefined;
    count += 1;
    const rule = readRule(source.rule, root);
    const kind = BOXES.get(source.type);
    if (kind) {
      const sources: readonly unknown[] = Array.isArray(source.elements) ? source.elements : [];
      const elements = sources.flatMap((inner) => readElement(inner, level + 1) ?? []);
      return elements.length > 0
        ? { kind, rule, label: labelTextOf(source.label), elements }
        : undefined;
    }
    const text = labelTextOf(source.text);
    if (source.type === "Label")
      return text === undefined ? undefined : { kind: "text", rule, text };
    return source.type === "Control" ? readControl(source, rule) : undefined;
  }

  function readControl(
    source: Readonly<Record<string, unknown>>,
    rule: LayoutRule | undefined,
  ): LayoutElement | undefined {
    const path = parseScope(source.scope);
    if (!path || !fieldAt(root, path) || paths.some((other) => overlaps(path, other)))
      return undefined;
    paths.push(path);
    return {
      kind: "control",
      rule,
      path,
      label: labelTextOf(source.label),
      hidesLabel: source.label === false,
      isMultiline: isRecord(source.options) && source.options.multi === true,
    };
  }

  return { element: readElement(layout, 1), paths };
}

/** True when one path leads to the field of the other, or to a field around it. */
export function overlaps(first: FieldPath, second: FieldPath): boolean {
  const length = Math.min(first.length, second.length);
  return first.slice(0, length).every((name, index) => name === second[index]);
}

function labelTextOf(text: unknown): string | undefined {
  return typeof text === "string" && text !== ""
    ? visibleTextOf(text.slice(0, MAX_TEXT), "prose")
    : undefined;
}

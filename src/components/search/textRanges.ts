import { findMatches } from "../../selectors/search/findMatches.ts";
import type { SearchUnit } from "../../selectors/search/searchUnits.ts";

/** Elements within a line of text. Any other element ends the text before it. */
const INLINE = new Set(
  "A ABBR B BDI BDO CITE CODE DEL EM I INS KBD MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR".split(
    " ",
  ),
);

/** Texts that the kit adds to the content of a conversation, and controls. They are not searched. */
const NOT_CONTENT = [
  "button, input, select, textarea, svg, [aria-hidden='true'], [role='separator']",
  ".agk-label:not(dt), .agk-status, .agk-duration, .agk-author, .agk-turn-header, .agk-turn-footer",
  ".agk-revealed, .agk-sr-only, .agk-citation, .agk-sources, .agk-code > div, .agk-table-tools, .agk-media",
  ".agk-message-footer, .agk-earlier, .agk-source-tools, .agk-subagent-status, .agk-hidden-note",
  ".agk-interrupt-head, .agk-interrupt-answer, .agk-interrupt-note, .agk-run-status, .agk-error",
].join();

/** Elements of units: what is inside one of them belongs to that unit alone. */
const UNIT = "[data-message-id], [data-unit]";

/** @internal Returns the element of a unit inside another element, if it is rendered. */
export function findUnit(
  scope: Element,
  { kind, id }: Pick<SearchUnit, "kind" | "id">,
): HTMLElement | null {
  const value = CSS.escape(kind === "message" ? id : `${kind} ${id}`);
  return scope.querySelector(`[data-${kind === "message" ? "message-id" : "unit"}="${value}"]`);
}

/**
 * @internal Returns the ranges of an element's text that match a query, in the order of the document.
 *
 * @param query - The result of `foldText`.
 * @param isOfUnit - True to leave out units inside the element.
 */
export function findRanges(root: Element, query: string, isOfUnit = false): readonly Range[] {
  return readLines(root, isOfUnit).flatMap((nodes) => {
    const text = nodes.map(({ data }) => data).join("");
    return findMatches(text, query).map(({ start, end }) => toRange(nodes, start, end));
  });
}

/** Returns the text nodes of an element by line of text: a match does not extend beyond one. */
function readLines(root: Element, isOfUnit: boolean): readonly (readonly Text[])[] {
  const lines: Text[][] = [[]];
  const endLine = () => {
    if (lines.at(-1)?.length) lines.push([]);
  };
  const visit = (element: Element) => {
    for (const node of element.childNodes) {
      if (node instanceof Text) lines.at(-1)?.push(node);
      if (!(node instanceof Element)) continue;
      const isLeftOut = node.matches(NOT_CONTENT) || (isOfUnit && node.matches(UNIT));
      const isInline = INLINE.has(node.tagName) && !isPartOfKit(node) && !isLeftOut;
      if (!isInline) endLine();
      if (!isLeftOut) visit(node);
      if (!isInline) endLine();
    }
  };
  visit(root);
  return lines;
}

/** True for an element of the layout, such as a label, as opposed to a piece of a long text. */
function isPartOfKit(element: Element): boolean {
  return element.className.startsWith("agk-") && !element.matches(".agk-source-piece");
}

function toRange(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let offset = 0;
  for (const node of nodes) {
    const next = offset + node.length;
    if (start >= offset && start < next) range.setStart(node, start - offset);
    if (end > offset && end <= next) range.setEnd(node, end - offset);
    offset = next;
  }
  return range;
}

import type { SearchMatch } from "../../selectors/search/conversationSearch.ts";
import { findRowOf, findShown } from "./revealMatch.ts";
import { findRanges } from "./textRanges.ts";

/** Names of the highlights, as in the style sheet. */
const ALL = "agk-search";
const CURRENT = "agk-search-current";

/** Attribute of an element whose match has no range that can be highlighted. */
const OUTLINED = "data-search-current";

/** Most matches that are highlighted at once, near the view. */
const MAX_RANGES = 2_000;

/** Highlights of the matches of one search; several searches of a page share the names. */
interface MatchHighlights {
  /**
   * Highlights the matches near the view, and the current one.
   *
   * @param query - The result of `foldText`.
   */
  readonly highlightMatches: (
    viewport: HTMLElement,
    query: string,
    current: SearchMatch | undefined,
  ) => void;
  readonly clearHighlights: () => void;
}

/** @internal Creates the highlights of one search. They change nothing in the document. */
export function createHighlights(): MatchHighlights {
  let outlined: Element | undefined;
  let ranges: readonly (readonly [name: string, range: Range])[] = [];
  const outlineElement = (element: Element | undefined) => {
    if (outlined === element) return;
    outlined?.removeAttribute(OUTLINED);
    element?.setAttribute(OUTLINED, "");
    outlined = element;
  };
  const show = (next: typeof ranges) => {
    for (const [name, range] of ranges) highlightOf(name)?.delete(range);
    for (const [name, range] of next) highlightOf(name)?.add(range);
    ranges = next;
  };
  return {
    highlightMatches(viewport, query, current) {
      const shown =
        current && (findShown(viewport, current, query) ?? findRowOf(viewport, current));
      const canHighlight = highlightOf(ALL) !== undefined;
      outlineElement(shown && !(canHighlight && shown.range) ? shown.element : undefined);
      if (!canHighlight) return;
      const all = rowsNearView(viewport).flatMap((element) => findRanges(element, query));
      const named = all.slice(0, MAX_RANGES).map((range) => [ALL, range] as const);
      show(shown?.range ? [...named, [CURRENT, shown.range]] : named);
    },
    clearHighlights() {
      outlineElement(undefined);
      show([]);
    },
  };
}

/** Returns the highlight with a name; undefined in browsers without highlights. */
function highlightOf(name: string): Highlight | undefined {
  if (!globalThis.CSS?.highlights || !globalThis.Highlight) return undefined;
  const existing = CSS.highlights.get(name);
  if (existing) return existing;
  const highlight = new Highlight();
  // Above the highlight of all matches, whatever the order in which they were created.
  highlight.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, highlight);
  return highlight;
}

/** Returns the parts of a transcript that are less than a screen away from the view. */
function rowsNearView(viewport: HTMLElement): readonly Element[] {
  const content = viewport.firstElementChild;
  const { top, bottom, height } = viewport.getBoundingClientRect();
  return [...(content?.children ?? [])].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.bottom > top - height && box.top < bottom + height;
  });
}

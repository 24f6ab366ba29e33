/** A row and its distance from the top of the view, in CSS pixels. */
export interface ScrollAnchor {
  readonly id: string;
  readonly offset: number;
}

/** Selector of the row chunks, which are siblings. */
const CHUNK = ".agk-rows";

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** Returns the distance of an element from the top of the view. */
export function offsetOf(viewport: HTMLElement, element: Element): number {
  return topOf(element) - topOf(viewport);
}

/**
 * Returns the chunk of a row when the browser skips it (`content-visibility: auto`). Its rows have no valid
 * positions, because its height is estimated.
 */
export function findSkippedChunk(row: Element): Element | null {
  const isShown = row.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
  return isShown ? null : row.closest(CHUNK);
}

/** Forces layout of a skipped chunk for a frame, so that its rows have valid positions. */
export function forceLayout(row: Element): void {
  const chunk = row.closest<HTMLElement>(CHUNK);
  if (!chunk || !findSkippedChunk(row)) return;
  chunk.style.contentVisibility = "visible";
  requestAnimationFrame(() => chunk.style.removeProperty("content-visibility"));
}

/**
 * Returns a function that finds the row of a message. It runs in every frame over thousands of rows, so
 * results are cached while they are in the DOM.
 */
export function createRowFinder(content: HTMLElement): (id: string) => HTMLElement | null {
  const rowById = new Map<string, HTMLElement | null>();
  return (id) => {
    const last = rowById.get(id);
    if (last?.dataset.messageId === id && content.contains(last)) return last;
    const row = content.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`);
    rowById.set(id, row);
    return row;
  };
}

/** @internal Returns all rendered rows by message id, to look up many at once. */
export function renderedRows(view: Element): ReadonlyMap<string | undefined, HTMLElement> {
  const rows = view.querySelectorAll<HTMLElement>("[data-message-id]");
  return new Map([...rows].map((row) => [row.dataset.messageId, row]));
}

/**
 * Returns a function that reads the scroll anchor: the first visible message, which does not depend on the
 * height of other content.
 */
export function createAnchorReader(viewport: HTMLElement): () => ScrollAnchor | undefined {
  let row: Element | undefined;
  return () => {
    row = firstRowInView(viewport, "[data-message-id]", row?.closest(CHUNK));
    const id = row?.getAttribute("data-message-id");
    return row && id ? { id, offset: offsetOf(viewport, row) } : undefined;
  };
}

/**
 * Returns the first row that is partly visible, or the last row when none is.
 *
 * @param startChunk - Chunk to start the search from.
 */
function firstRowInView(
  viewport: HTMLElement,
  rows = "*",
  startChunk?: Element | null,
): Element | undefined {
  const start = topOf(viewport);
  const endsInView = (element: Element) => element.getBoundingClientRect().bottom > start;
  const isInView = (element: Element) => endsInView(element) && element.clientHeight > 0;
  // Searches chunks first, from the last known one: there may be thousands of rows.
  const isThere = startChunk && viewport.contains(startChunk);
  let chunk = isThere ? startChunk : viewport.querySelector(CHUNK);
  for (
    let sibling = chunk;
    sibling?.matches(CHUNK) && endsInView(sibling);
    sibling = sibling.previousElementSibling
  )
    chunk = sibling;
  for (let sibling = chunk; sibling?.matches(CHUNK); sibling = sibling.nextElementSibling) {
    chunk = sibling;
    if (isInView(sibling)) break;
  }
  const matching = [...(chunk?.querySelectorAll(`.agk-turn-rows > ${rows}`) ?? [])];
  return matching.find(isInView) ?? matching.at(-1);
}

/** Scrolls at once, even when the page sets `scroll-behavior: smooth`. */
export function jumpTo(viewport: HTMLElement, top: number): void {
  viewport.scrollTo({ top, behavior: "instant" });
}

/**
 * @internal Keeps the visible content in place while content is inserted before it. Scroll anchoring does not
 * work at the very top, and not at all in some browsers.
 *
 * @returns A function to call after the insertion, before the next paint.
 */
export function preserveScroll(viewport: HTMLElement): () => void {
  const row = firstRowInView(viewport);
  if (!row) return () => {};
  const before = offsetOf(viewport, row);
  return () => {
    const moved = offsetOf(viewport, row) - before;
    // A programmatic jump ends the momentum of a scroll, so only when needed.
    if (moved) jumpTo(viewport, viewport.scrollTop + moved);
  };
}

/** A row, and where it is: how far below the upper edge of the view, in CSS pixels. */
export interface ScrollAnchor {
  readonly id: string;
  readonly offset: number;
}

/** Rows that stand together; all are beside one another. */
const CHUNK = ".agk-rows";

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** How far an element is below the upper edge of the view. */
export function offsetOf(viewport: HTMLElement, element: Element): number {
  return topOf(element) - topOf(viewport);
}

/**
 * The chunk of a row that the browser leaves out: its rows are not where they say, for it is as high as guessed until
 * it comes into view.
 */
export function findSkippedChunk(row: Element): Element | null {
  const isShown = row.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
  return isShown ? null : row.closest(CHUNK);
}

/** Has a browser lay out the chunk of a row also where it leaves that out, so that its rows are where they say now. */
export function forceLayout(row: Element): void {
  const chunk = row.closest<HTMLElement>(CHUNK);
  if (!chunk || !findSkippedChunk(row)) return;
  chunk.style.contentVisibility = "visible";
  requestAnimationFrame(() => chunk.style.removeProperty("content-visibility"));
}

/**
 * Makes what finds the row of a message, where it is shown. It is asked in every frame and there may be thousands
 * of rows, so one that was found is looked for again only when it is gone.
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

/** @internal The rows of messages that are drawn, by what these are called. For who looks for many of them at once. */
export function renderedRows(view: Element): ReadonlyMap<string | undefined, HTMLElement> {
  const rows = view.querySelectorAll<HTMLElement>("[data-message-id]");
  return new Map([...rows].map((row) => [row.dataset.messageId, row]));
}

/** Makes what tells where one reads: the first message one sees, which stays the same however high things are. */
export function createAnchorReader(viewport: HTMLElement): () => ScrollAnchor | undefined {
  let row: Element | undefined;
  return () => {
    row = firstRowInView(viewport, "[data-message-id]", row?.parentElement);
    const id = row?.getAttribute("data-message-id");
    return row && id ? { id, offset: offsetOf(viewport, row) } : undefined;
  };
}

/**
 * The first row of which something is in view; below the last one, the last.
 *
 * @param startChunk - The chunk of rows to begin with, as one has not gone far since.
 */
export function firstRowInView(
  viewport: HTMLElement,
  rows = "*",
  startChunk?: Element | null,
): Element | undefined {
  const start = topOf(viewport);
  const endsInView = (element: Element) => element.getBoundingClientRect().bottom > start;
  const isInView = (element: Element) => endsInView(element) && element.clientHeight > 0;
  // By the chunk first, and from where one was: there may be thousands of rows.
  const isThere = startChunk && viewport.contains(startChunk);
  let chunk = isThere ? startChunk : viewport.querySelector(CHUNK);
  for (let one = chunk; one?.matches(CHUNK) && endsInView(one); one = one.previousElementSibling)
    chunk = one;
  for (let one = chunk; one?.matches(CHUNK); one = one.nextElementSibling) {
    chunk = one;
    if (isInView(one)) break;
  }
  const found = [...(chunk?.children ?? [])].filter((row) => row.matches(rows));
  return found.find(isInView) ?? found.at(-1);
}

/** Scrolls at once, also where the page wants everything to scroll smoothly. */
export function jumpTo(viewport: HTMLElement, top: number): void {
  viewport.scrollTo({ top, behavior: "instant" });
}

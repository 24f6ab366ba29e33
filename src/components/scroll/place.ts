/** A row, and where it is: how far below the upper edge of the view, in CSS pixels. */
export interface Place {
  readonly id: string;
  readonly offset: number;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** How far an element is below the upper edge of the view. */
export function offsetOf(viewport: HTMLElement, element: Element): number {
  return topOf(element) - topOf(viewport);
}

/** The row of a message, where it is shown. */
export function findRow(content: HTMLElement, id: string): HTMLElement | null {
  return content.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
}

/** Where one reads: the first message one sees, which stays the same however high things are. */
export function readPlace(viewport: HTMLElement): Place | undefined {
  const row = firstRowInView(viewport, "[data-message-id]");
  const id = row?.getAttribute("data-message-id");
  return row && id ? { id, offset: offsetOf(viewport, row) } : undefined;
}

/** The first row of which something is in view; below the last one, the last. */
export function firstRowInView(viewport: HTMLElement, rows = "*"): Element | undefined {
  const start = topOf(viewport);
  const isInView = (element: Element) => {
    const { bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > start;
  };
  // By the chunk first: there may be thousands of rows.
  const chunks = [...viewport.querySelectorAll(".agk-rows")];
  const chunk = chunks.find(isInView) ?? chunks.at(-1);
  const found = [...(chunk?.children ?? [])].filter((row) => row.matches(rows));
  return found.find(isInView) ?? found.at(-1);
}

/** Scrolls at once, also where the page wants everything to scroll smoothly. */
export function jumpTo(viewport: HTMLElement, top: number): void {
  viewport.scrollTo({ top, behavior: "instant" });
}

/**
 * @internal Keeps what one sees where it is while something comes in front of it: browsers do not where
 * one is at the very top, and some do nowhere.
 *
 * @returns To be called when it has come, before it is painted.
 */
export function holdView(viewport: HTMLElement): () => void {
  const row = firstRowInView(viewport);
  if (!row) return () => {};
  const before = topOf(row);
  return () => {
    viewport.scrollTop += topOf(row) - before;
  };
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

function firstRowInView(viewport: HTMLElement): Element | undefined {
  const start = topOf(viewport);
  const isInView = (element: Element) => {
    const { bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > start;
  };
  // By the chunk first: there may be thousands of rows.
  const chunk = [...viewport.querySelectorAll(".agk-rows")].find(isInView);
  return chunk && [...chunk.children].find(isInView);
}

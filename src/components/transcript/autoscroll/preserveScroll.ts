import { firstRowInView, jumpTo, offsetOf } from "./scrollAnchor.ts";

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

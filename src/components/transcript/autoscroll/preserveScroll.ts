import { firstRowInView, jumpTo, offsetOf } from "./scrollAnchor.ts";

/**
 * @internal Keeps what one sees where it is while something comes in front of it: browsers do not where
 * one is at the very top, and some do nowhere.
 *
 * @returns To be called when it has come, before it is painted.
 */
export function preserveScroll(viewport: HTMLElement): () => void {
  const row = firstRowInView(viewport);
  if (!row) return () => {};
  const before = offsetOf(viewport, row);
  return () => {
    const moved = offsetOf(viewport, row) - before;
    // A jump ends what scrolls by itself.
    if (moved) jumpTo(viewport, viewport.scrollTop + moved);
  };
}

/** How far out of sight something is laid out already, in CSS pixels: what a fast flick covers. */
const REACH = 1500;

/**
 * @internal Marks the children of `content` that are in sight of `viewport` or soon will be.
 *
 * A browser lays out what it has skipped when it comes into sight, and no earlier inside of a scroll
 * container. It would then turn out higher than was guessed in the middle of the view, and push away
 * what one reads. Above the view the browser makes up for it by scrolling.
 *
 * @returns What ends it.
 */
export function layOutNearby(viewport: HTMLElement, content: HTMLElement): () => void {
  // Absent where there is no layout to observe.
  if (!globalThis.IntersectionObserver) return () => {};
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        target.toggleAttribute("data-near", isIntersecting);
      }
    },
    { root: viewport, rootMargin: `${REACH}px 0px` },
  );
  const observeChildren = () => {
    for (const child of content.children) sight.observe(child);
  };
  const arrivals = new MutationObserver(observeChildren);
  arrivals.observe(content, { childList: true });
  observeChildren();
  return () => {
    sight.disconnect();
    arrivals.disconnect();
  };
}

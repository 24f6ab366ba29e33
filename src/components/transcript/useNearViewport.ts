import { type RefObject, useEffect, useState } from "react";

/** Distance at which more rows are rendered: two screens. */
const NEAR_MARGIN = "200% 0px";

/** @internal Calls `onNear` when the user scrolls near the edge, and after each render while the edge is near. */
export function useNearViewport(edge: RefObject<Element | null>, onNear: () => void): void {
  useEffect(() => {
    const root = viewportOf(edge.current);
    if (!edge.current || !root || !globalThis.IntersectionObserver) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onNear();
      },
      { root, rootMargin: NEAR_MARGIN },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  });
}

/** @internal Returns the transcript around an element. */
export function viewportOf(element: Element | null): HTMLElement | null | undefined {
  return element?.closest<HTMLElement>(".agk-message-list");
}

/**
 * @internal True when a chunk of rows is near the view. Browsers skip rendering of other chunks, and
 * expensive contents can be skipped too: browsers visit each `<svg>` in every frame.
 *
 * @param isLast - True for the last chunk, which browsers always render, without an event.
 */
export function useIsNearViewport(box: RefObject<HTMLElement | null>, isLast: boolean): boolean {
  const [isNearby, setIsNearby] = useState(isUnsupported);
  useEffect(() => {
    const { current } = box;
    // The event reports only changes. `checkVisibility` would force layout of every chunk.
    const frame = requestAnimationFrame(() => setIsNearby(isWithinOneScreen(current)));
    const handleChange = (event: Event) => {
      if (event.target === current) setIsNearby(!("skipped" in event && event.skipped));
    };
    const show = () => setIsNearby(true);
    current?.addEventListener("contentvisibilityautostatechange", handleChange);
    current?.addEventListener("focusin", show);
    return () => {
      cancelAnimationFrame(frame);
      current?.removeEventListener("contentvisibilityautostatechange", handleChange);
      current?.removeEventListener("focusin", show);
    };
  }, [box]);
  return isNearby || isLast;
}

/** True in browsers without the event, where every chunk counts as near. */
function isUnsupported(): boolean {
  return typeof window !== "undefined" && !("oncontentvisibilityautostatechange" in window);
}

/** True when the element is less than a screen away, or hidden. */
function isWithinOneScreen(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > -innerHeight && top < 2 * innerHeight;
}

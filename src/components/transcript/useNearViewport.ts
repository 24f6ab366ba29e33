import { type RefObject, useEffect, useState } from "react";

/** How near one comes to it until more is drawn: twice what one sees. */
const NEAR_MARGIN = "200% 0px";

/** @internal Calls when one comes near the end of what is drawn, and again after each render while it is near. */
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

/** @internal The transcript that an element is in. */
export function viewportOf(element: Element | null): HTMLElement | null | undefined {
  return element?.closest<HTMLElement>(".agk-message-list");
}

/**
 * @internal Whether a box of rows is near enough to be seen. A browser leaves one undrawn that is not; what is in it
 * and costs time wherever it is can do the same, as the signs of buttons: each `<svg>` is looked after in each frame.
 */
export function useIsNearViewport(box: RefObject<HTMLElement | null>): boolean {
  const [isNearby, setIsNearby] = useState(isUnsupported);
  useEffect(() => {
    const { current } = box;
    // Only changes are told, and who asks (`checkVisibility`) has the browser lay out all that it asks about.
    const frame = requestAnimationFrame(() => setIsNearby(isWithinOneScreen(current)));
    const handleChange = (event: Event) => {
      if (event.target === current) setIsNearby(!("skipped" in event && event.skipped));
    };
    const show = () => setIsNearby(true);
    current?.addEventListener("contentvisibilityautostatechange", handleChange);
    // Nothing is told when these become the last rows, which are drawn wherever they are.
    current?.addEventListener("pointerover", show);
    current?.addEventListener("focusin", show);
    return () => {
      cancelAnimationFrame(frame);
      current?.removeEventListener("contentvisibilityautostatechange", handleChange);
      current?.removeEventListener("pointerover", show);
      current?.removeEventListener("focusin", show);
    };
  }, [box]);
  return isNearby;
}

/** Where a browser tells nothing, all is in sight. */
function isUnsupported(): boolean {
  return typeof window !== "undefined" && !("oncontentvisibilityautostatechange" in window);
}

/** Whether it is less than a screen away. What is not shown is nowhere, which is near. */
function isWithinOneScreen(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > -innerHeight && top < 2 * innerHeight;
}

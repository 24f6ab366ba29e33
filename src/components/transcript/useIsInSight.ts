import { type RefObject, useEffect, useState } from "react";

/**
 * @internal Whether a box of rows is near enough to be seen. A browser leaves one undrawn that is not; what is in it
 * and costs time wherever it is can do the same, as the signs of buttons: each `<svg>` is looked after in each frame.
 */
export function useIsNearViewport(box: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(neverTells);
  useEffect(() => {
    const { current } = box;
    // Only changes are told, and who asks (`checkVisibility`) has the browser lay out all that it asks about.
    const frame = requestAnimationFrame(() => setIsInSight(isNear(current)));
    const handleChange = (event: Event) => {
      if (event.target === current) setIsInSight(!("skipped" in event && event.skipped));
    };
    const show = () => setIsInSight(true);
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
  return isInSight;
}

/** Where a browser tells nothing, all is in sight. */
function neverTells(): boolean {
  return typeof window !== "undefined" && !("oncontentvisibilityautostatechange" in window);
}

/** Whether it is less than a screen away. What is not shown is nowhere, which is near. */
function isNear(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > -innerHeight && top < 2 * innerHeight;
}

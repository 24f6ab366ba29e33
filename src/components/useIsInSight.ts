import { type RefObject, useState } from "react";
import { useBeforePaint } from "./useBeforePaint.ts";

/**
 * @internal Whether a box of rows is near enough to be seen. A browser leaves one undrawn that is not; what is in it
 * and costs time wherever it is can do the same, as the signs of buttons: each `<svg>` is looked after in each frame.
 */
export function useIsInSight(box: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(false);
  useBeforePaint(() => {
    const { current } = box;
    const look = () => setIsInSight(!isLeftOut(current?.firstElementChild));
    const show = () => setIsInSight(true);
    look();
    current?.addEventListener("contentvisibilityautostatechange", look);
    // The browser does not tell when these become the last rows, which are drawn wherever they are.
    current?.addEventListener("pointerover", show);
    current?.addEventListener("focusin", show);
    return () => {
      current?.removeEventListener("contentvisibilityautostatechange", look);
      current?.removeEventListener("pointerover", show);
      current?.removeEventListener("focusin", show);
    };
  }, [box]);
  return isInSight;
}

/** What is in a closed popup is not left out: it is there when that is opened. Nothing is where browsers cannot tell. */
function isLeftOut(element: Element | null | undefined): boolean | undefined {
  return element?.checkVisibility?.() && !element.checkVisibility({ contentVisibilityAuto: true });
}

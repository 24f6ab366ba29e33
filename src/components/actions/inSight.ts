import { createContext, type RefObject, useState } from "react";
import { useBeforePaint } from "../useBeforePaint.ts";

/** @internal Whether the signs of a bar may be seen. Whoever draws one by itself sees it. */
export const InSightContext = createContext(true);

/**
 * @internal Whether an element is near enough to be seen. A browser leaves rows out of sight undrawn, but still looks
 * after each `<svg>` in them with every frame: those of a thousand bars take as long as the text that grows.
 */
export function useIsInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setIsInSight] = useState(false);
  useBeforePaint(() => {
    const rows = element.current?.closest(".agk-rows");
    const look = () => setIsInSight(!isLeftOut(element.current));
    const show = () => setIsInSight(true);
    look();
    rows?.addEventListener("contentvisibilityautostatechange", look);
    // The browser does not tell when these become the last rows, which are drawn wherever they are.
    rows?.addEventListener("pointerover", show);
    rows?.addEventListener("focusin", show);
    return () => {
      rows?.removeEventListener("contentvisibilityautostatechange", look);
      rows?.removeEventListener("pointerover", show);
      rows?.removeEventListener("focusin", show);
    };
  }, [element]);
  return isInSight;
}

/** What is in a closed popup is not left out: it is there when that is opened. Nothing is where browsers cannot tell. */
function isLeftOut(element: Element | null): boolean | undefined {
  return element?.checkVisibility?.() && !element.checkVisibility({ contentVisibilityAuto: true });
}

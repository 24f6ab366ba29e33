import { type RefObject, useEffect } from "react";

/** How near one comes to it until more is drawn: twice what one sees. */
const MARGIN = "200% 0px";

/** @internal Calls when one comes near the end of what is drawn, and again after each render while it is near. */
export function useNearViewport(place: RefObject<Element | null>, onNear: () => void): void {
  useEffect(() => {
    const root = viewportOf(place.current);
    if (!place.current || !root || !globalThis.IntersectionObserver) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onNear();
      },
      { root, rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  });
}

/** @internal The transcript that an element is in. */
export function viewportOf(element: Element | null): HTMLElement | null | undefined {
  return element?.closest<HTMLElement>(".agk-message-list");
}

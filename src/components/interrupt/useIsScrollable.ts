import { type RefObject, useEffect, useState } from "react";

/** @internal Whether there is more in an element than one sees of it, and it scrolls. */
export function useIsScrollable(ref: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = ref.current;
    // Absent where there is no layout to observe.
    if (!element || !globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      const isScroller = getComputedStyle(element).overflowY === "auto";
      setScrolls(isScroller && element.scrollHeight > element.clientHeight);
    });
    observer.observe(element);
    // What grows inside of it leaves its own box as it is.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [ref]);
  return scrolls;
}

import type { RefObject } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

interface InertPageOptions {
  readonly isOpen: boolean;
  readonly surface: RefObject<HTMLElement | null>;
  /** What is beside the surface, or under it. */
  readonly page: RefObject<HTMLElement | null>;
}

/** @internal Keeps the focus out of a page while nothing of it can be seen. */
export function useInertPage({ isOpen, surface, page }: InertPageOptions): void {
  useIsomorphicLayoutEffect(() => {
    const [surfaceElement, pageElement] = [surface.current, page.current];
    if (!isOpen || !surfaceElement || !pageElement || !globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      pageElement.inert =
        isCovering(surfaceElement) && surfaceElement.offsetWidth >= pageElement.offsetWidth;
    });
    observer.observe(surfaceElement);
    observer.observe(pageElement);
    return () => {
      observer.disconnect();
      pageElement.inert = false;
    };
  }, [isOpen, surface, page]);
}

/** @internal Whether a surface lies on what is beside it, as its styles may say. */
export function isCovering(surface: HTMLElement | null): boolean {
  if (!surface) return false;
  const { marginInlineStart, marginInlineEnd } = getComputedStyle(surface);
  return [marginInlineStart, marginInlineEnd].some((margin) => margin.startsWith("-"));
}

import type { RefObject } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

interface InertPageOptions {
  readonly isOpen: boolean;
  readonly surface: RefObject<HTMLElement | null>;
  /** Element beside or below the surface. */
  readonly page: RefObject<HTMLElement | null>;
}

/** @internal Makes the page inert while the surface covers all of it. */
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

/** @internal True when the surface covers the element beside it: the styles then give it a negative margin. */
export function isCovering(surface: HTMLElement | null): boolean {
  if (!surface) return false;
  const { marginInlineStart, marginInlineEnd } = getComputedStyle(surface);
  return [marginInlineStart, marginInlineEnd].some((margin) => margin.startsWith("-"));
}

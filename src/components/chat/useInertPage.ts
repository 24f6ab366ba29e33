import type { RefObject } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

interface KeepOutOptions {
  readonly isOpen: boolean;
  readonly surface: RefObject<HTMLElement | null>;
  /** What is beside the surface, or under it. */
  readonly page: RefObject<HTMLElement | null>;
}

/** @internal Keeps the focus out of a page while nothing of it can be seen. */
export function useInertPage({ isOpen, surface, page }: KeepOutOptions): void {
  useIsomorphicLayoutEffect(() => {
    const [above, below] = [surface.current, page.current];
    if (!isOpen || !above || !below || !globalThis.ResizeObserver) return;
    const watcher = new ResizeObserver(() => {
      below.inert = isCovering(above) && above.offsetWidth >= below.offsetWidth;
    });
    watcher.observe(above);
    watcher.observe(below);
    return () => {
      watcher.disconnect();
      below.inert = false;
    };
  }, [isOpen, surface, page]);
}

/** @internal Whether a surface lies on what is beside it, as its styles may say. */
export function isCovering(surface: HTMLElement | null): boolean {
  if (!surface) return false;
  const { marginInlineStart, marginInlineEnd } = getComputedStyle(surface);
  return [marginInlineStart, marginInlineEnd].some((margin) => margin.startsWith("-"));
}

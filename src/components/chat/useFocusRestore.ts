import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { activeElementIn } from "../ui/activeElement.ts";

/** Shows a surface that is there already; what it returns hides it. */
export type Show<T> = (surface: T) => () => void;

interface FocusTravelOptions<T> {
  readonly isOpen: boolean;
  readonly surface: RefObject<T | null>;
  /** What opens the surface, where that is known. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Another one shows it anew, with the focus where it was. */
  readonly show: Show<T>;
}

/**
 * @internal Takes the focus into a surface that a person opens, and back to where it came from when the surface
 * closes with the focus in it. One that is open from the start leaves the focus alone. Returns what
 * leads on into the composer, once that is there.
 */
export function useFocusRestore<T extends HTMLElement>({
  isOpen,
  surface,
  opener,
  show,
}: FocusTravelOptions<T>): () => void {
  const focusComposer = useFocusComposer();
  const wasClosed = useRef(false);
  /** What had the focus in it when it was last hidden. */
  const held = useRef<HTMLElement | null>(null);
  const before = useRef<HTMLElement | null>(null);

  useIsomorphicLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    if (!isOpen) {
      wasClosed.current = true;
      // What opened it may have gone since, or be hidden, and then takes no focus.
      if (held.current && !takeFocus(before.current)) takeFocus(opener.current);
      held.current = null;
      return;
    }
    if (wasClosed.current) before.current = takerIn(element);
    const hide = show(element);
    const target = held.current ?? (wasClosed.current ? element : undefined);
    target?.focus({ preventScroll: true });
    wasClosed.current = false;
    return () => {
      const focused = takerIn(element);
      held.current = element.contains(focused) ? focused : null;
      hide();
    };
  }, [isOpen, surface, opener, show]);

  return () => {
    const element = surface.current;
    // Whoever has gone elsewhere meanwhile is left there.
    if (element && activeElementIn(element) === element) focusComposer(element);
  };
}

function takeFocus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return !!element && element !== document.body && activeElementIn(element) === element;
}

function takerIn(surface: HTMLElement): HTMLElement | null {
  const focused = activeElementIn(surface);
  return focused instanceof HTMLElement ? focused : null;
}

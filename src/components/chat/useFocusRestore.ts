import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { activeElementIn } from "../ui/activeElement.ts";

/** Shows a surface that is there already; what it returns hides it. */
export type ShowSurface<T> = (surface: T) => () => void;

interface FocusRestoreOptions<T> {
  readonly isOpen: boolean;
  readonly surface: RefObject<T | null>;
  /** What opens the surface, where that is known. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Another one shows it anew, with the focus where it was. */
  readonly show: ShowSurface<T>;
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
}: FocusRestoreOptions<T>): () => void {
  const focusComposer = useFocusComposer();
  const wasClosed = useRef(false);
  /** What had the focus in it when it was last hidden. */
  const focusedWhenHidden = useRef<HTMLElement | null>(null);
  const focusedBeforeOpen = useRef<HTMLElement | null>(null);

  useIsomorphicLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    if (!isOpen) {
      wasClosed.current = true;
      // What opened it may have gone since, or be hidden, and then takes no focus.
      if (focusedWhenHidden.current && !tryFocus(focusedBeforeOpen.current))
        tryFocus(opener.current);
      focusedWhenHidden.current = null;
      return;
    }
    if (wasClosed.current) focusedBeforeOpen.current = focusedElement(element);
    const hide = show(element);
    const target = focusedWhenHidden.current ?? (wasClosed.current ? element : undefined);
    target?.focus({ preventScroll: true });
    wasClosed.current = false;
    return () => {
      const focused = focusedElement(element);
      focusedWhenHidden.current = element.contains(focused) ? focused : null;
      hide();
    };
  }, [isOpen, surface, opener, show]);

  return () => {
    const element = surface.current;
    // Whoever has gone elsewhere meanwhile is left there.
    if (element && activeElementIn(element) === element) focusComposer(element);
  };
}

function tryFocus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return !!element && element !== document.body && activeElementIn(element) === element;
}

function focusedElement(surface: HTMLElement): HTMLElement | null {
  const focused = activeElementIn(surface);
  return focused instanceof HTMLElement ? focused : null;
}

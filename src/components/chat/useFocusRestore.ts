import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { activeElementIn } from "../ui/focus.ts";

/** Shows a mounted surface, and returns a function that hides it. */
type ShowSurface<T> = (surface: T) => () => void;

interface FocusRestoreOptions<T> {
  readonly isOpen: boolean;
  readonly surface: RefObject<T | null>;
  /** Button that opens the surface, if there is one. */
  readonly opener: RefObject<HTMLElement | null>;
  /** A new function hides the surface and shows it again, with the same focused element. */
  readonly show: ShowSurface<T>;
}

/**
 * @internal Moves the focus into a surface that a user opens, and back to the previous element when the
 * surface closes with the focus inside. A surface that is open from the start leaves the focus alone. Returns
 * a function that moves the focus on into the composer, to be called when the chat is mounted.
 */
export function useFocusRestore<T extends HTMLElement>({
  isOpen,
  surface,
  opener,
  show,
}: FocusRestoreOptions<T>): () => void {
  const focusComposer = useFocusComposer();
  const wasClosed = useRef(false);
  /** Element inside the surface that had the focus when the surface was last hidden. */
  const focusedWhenHidden = useRef<HTMLElement | null>(null);
  const focusedBeforeOpen = useRef<HTMLElement | null>(null);

  useIsomorphicLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    if (!isOpen) {
      wasClosed.current = true;
      // The previous element may have been removed or hidden, and then cannot take the focus.
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
    // A user who has moved the focus elsewhere keeps it there.
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

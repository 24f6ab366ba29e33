import { type RefObject, useEffect } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { dropTargets, type FileDrag } from "../composer/attachments/fileDrag.ts";

/** How long files are held over the button until it opens the chat, as an icon on a desktop opens its folder. */
const OPEN_DELAY_MS = 500;

interface OpenOnDragOptions {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLElement | null>;
  /** What the button opens. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly toggle: () => void;
  /** Whether files may be meant for it. */
  readonly isForFiles: boolean;
}

/**
 * @internal Takes files that are held over a button to the chat that it opens: it opens for those that stay, so that
 * they can be dropped where they go. Dropped on the button, they are attached at once where the chat is there, and
 * takes any.
 */
export function useOpenOnDrag(options: OpenOnDragOptions): void {
  const { button, surface, isForFiles } = options;
  const latest = useLatest(options);
  useEffect(() => {
    const element = button.current;
    if (!element || !isForFiles) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const open = () => {
      stop();
      if (!latest.current.isOpen) latest.current.toggle();
    };
    dropTargets.set(element, (drag: FileDrag) => {
      const { type, relatedTarget } = drag;
      const isInside = relatedTarget instanceof Node && element.contains(relatedTarget);
      // From one part of the button to another, they are still over it.
      if (type === "dragleave" && isInside) return;
      const passToSurface = surface.current ? dropTargets.get(surface.current) : undefined;
      passToSurface?.(drag);
      if (type === "drop" && passToSurface) open();
      else if (type === "drop" || type === "dragleave") stop();
      else timer ??= setTimeout(open, OPEN_DELAY_MS);
    });
    return () => {
      stop();
      dropTargets.delete(element);
    };
  }, [button, surface, isForFiles, latest]);
}

import { type RefObject, useEffect } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { dropTargets, type FileDrag } from "../composer/attachments/fileDrag.ts";

/** Time that files are dragged over the button before the chat opens. */
const OPEN_DELAY_MS = 500;

interface OpenOnDragOptions {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLElement | null>;
  /** Element that the button opens. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly toggle: () => void;
  /** True when the chat accepts files. */
  readonly isForFiles: boolean;
}

/**
 * @internal Opens the chat when files are dragged over its button for a moment, so that they can be dropped
 * in the chat. Files dropped on the button are attached at once, if the chat is mounted and accepts files.
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
      // The pointer moved between children of the button.
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

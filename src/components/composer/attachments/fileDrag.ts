import type { DragEvent, HTMLAttributes } from "react";

/** @internal Properties that React's and the browser's drag events share. */
export type FileDrag = Pick<
  DragEvent | globalThis.DragEvent,
  "type" | "target" | "currentTarget" | "relatedTarget" | "preventDefault" | "defaultPrevented"
> & { readonly dataTransfer: DataTransfer | null };

/** @internal Handlers for files dragged over an element. */
export const dropTargets = new WeakMap<EventTarget, (drag: FileDrag) => void>();

const HANDLER_NAMES = ["onDragEnter", "onDragOver", "onDragLeave", "onDrop"] as const;

/**
 * @internal Returns drag handlers that call those of the application first. They then keep the browser
 * from opening a dropped file or link instead of the page.
 */
export function createDragHandlers(
  handlers: Pick<HTMLAttributes<HTMLElement>, (typeof HANDLER_NAMES)[number]> = {},
) {
  return Object.fromEntries(
    HANDLER_NAMES.map((name) => [
      name,
      (event: DragEvent<HTMLElement>) => {
        handlers[name]?.(event);
        handleDrag(event);
      },
    ]),
  );
}

/** @internal Handles a drag over an element: blocks navigation, and passes files to the drop target. */
export function handleDrag(event: FileDrag): void {
  const { dataTransfer, target, currentTarget } = event;
  const hasFiles = dataTransfer?.types.includes("Files");
  if (event.defaultPrevented || !dataTransfer) return;
  if (!hasFiles && !dataTransfer.types.includes("text/uri-list")) return;
  // Elements for text and files handle drops natively.
  const nativeTargets = hasFiles ? "[type=file]" : "input,textarea,[contenteditable]";
  if (target instanceof Element && target.closest(nativeTargets)) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
  if (hasFiles && currentTarget) dropTargets.get(currentTarget)?.(event);
}

import type { DragEvent, HTMLAttributes } from "react";

/** @internal What is read of a drag, of React's and of the browser's. */
export type FileDrag = Pick<
  DragEvent | globalThis.DragEvent,
  "type" | "target" | "currentTarget" | "relatedTarget" | "preventDefault" | "defaultPrevented"
> & { readonly dataTransfer: DataTransfer | null };

/** @internal What takes files that are held over an element, while there is something that does. */
export const dropTargets = new WeakMap<EventTarget, (drag: FileDrag) => void>();

const HANDLER_NAMES = ["onDragEnter", "onDragOver", "onDragLeave", "onDrop"] as const;

/**
 * @internal Handlers behind those of the application that keep a page from being left for what is dropped:
 * a browser opens a file, or a link, in the place of the page that does not say otherwise.
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

/** @internal */
export function handleDrag(event: FileDrag): void {
  const { dataTransfer, target, currentTarget } = event;
  const hasFiles = dataTransfer?.types.includes("Files");
  if (event.defaultPrevented || !dataTransfer) return;
  if (!hasFiles && !dataTransfer.types.includes("text/uri-list")) return;
  // These know what to do with it.
  const nativeTargets = hasFiles ? "[type=file]" : "input,textarea,[contenteditable]";
  if (target instanceof Element && target.closest(nativeTargets)) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
  if (hasFiles && currentTarget) dropTargets.get(currentTarget)?.(event);
}

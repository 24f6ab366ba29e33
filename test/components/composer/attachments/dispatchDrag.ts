/** Returns the data of a drag or a paste. */
export function dragData(files: readonly File[], texts: Readonly<Record<string, string>> = {}) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  for (const [type, text] of Object.entries(texts)) transfer.items.add(text, type);
  // Scripts cannot set `dropEffect` without a real drag.
  Object.defineProperty(transfer, "dropEffect", { value: "none", writable: true });
  return transfer;
}

/** Dispatches a drag event and returns whether the page prevented the default. */
export function dispatchDrag(
  type: string,
  on: Element,
  dataTransfer: DataTransfer,
  relatedTarget?: Element,
): boolean {
  const event = new DragEvent(type, {
    bubbles: true,
    cancelable: true,
    dataTransfer,
    ...(relatedTarget && { relatedTarget }),
  });
  on.dispatchEvent(event);
  return event.defaultPrevented;
}

/** What is held, or pasted. */
export function held(files: readonly File[], texts: Readonly<Record<string, string>> = {}) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  for (const [type, text] of Object.entries(texts)) transfer.items.add(text, type);
  // What a page says of its own is not kept by one that no person drags.
  Object.defineProperty(transfer, "dropEffect", { value: "none", writable: true });
  return transfer;
}

/** Sends an event as the browser does; returns whether the page said that it is its own affair. */
export function drag(
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

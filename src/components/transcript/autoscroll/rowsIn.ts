/** @internal The rows of messages that are drawn, by what these are called. For who looks for many of them at once. */
export function renderedRows(view: Element): ReadonlyMap<string | undefined, HTMLElement> {
  const rows = view.querySelectorAll<HTMLElement>("[data-message-id]");
  return new Map([...rows].map((row) => [row.dataset.messageId, row]));
}

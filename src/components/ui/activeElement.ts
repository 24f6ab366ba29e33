/**
 * @internal What has the focus, in the tree that a node is in: of what stands in a shadow root, a document tells the
 * host alone. Where nothing in that tree has it, this is what the page tells: its body, where it is lost.
 */
export function activeElementIn(node: Node | null | undefined): Element | null {
  // What has left the page is in no tree that could tell.
  const { activeElement } = (node?.getRootNode() ?? document) as Partial<DocumentOrShadowRoot>;
  return activeElement ?? document.activeElement;
}

/** @internal Whether the focus is in a node, or on it. */
export function hasFocus(node: Node | null | undefined): boolean {
  return node?.contains(activeElementIn(node)) ?? false;
}

/** @internal Whether nothing on the page has the focus. In a shadow root, its host would have it for the page. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
}

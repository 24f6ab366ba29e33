/**
 * @internal Returns the focused element in the tree of a node. `document.activeElement` is only the host of a focused
 * element in a shadow tree. When nothing in the tree has the focus, returns the active element of the document, which
 * is the body when the focus is lost.
 */
export function activeElementIn(node: Node | null | undefined): Element | null {
  // The root of a removed node has no `activeElement`.
  const { activeElement } = (node?.getRootNode() ?? document) as Partial<DocumentOrShadowRoot>;
  return activeElement ?? document.activeElement;
}

/** @internal Tests whether a node has or contains the focus. */
export function hasFocus(node: Node | null | undefined): boolean {
  return node?.contains(activeElementIn(node)) ?? false;
}

/** @internal Tests whether no element has the focus. For a focused element in a shadow tree, the host has it. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
}

/** Matches a chat, or the popup or sidebar around it. Several chats may show the same thread. */
const CHAT = ".agk-chat,.agk-popup,.agk-sidebar";

/**
 * @internal Finds the nearest element that matches. When the start element is in a chat, only that chat is searched;
 * otherwise the smallest element that contains both. A removed start element has no position, so the whole document is
 * searched.
 */
export function findNearestInChat(
  from: Element,
  selector: string,
  isMatch: (element: HTMLElement) => boolean = () => true,
): HTMLElement | undefined {
  const chat = from.closest(CHAT);
  let scope: ParentNode | null = from.isConnected ? from : from.ownerDocument;
  let element: HTMLElement | undefined;
  while (scope && !element) {
    element = [...scope.querySelectorAll<HTMLElement>(selector)].find(isMatch);
    scope = scope === chat ? null : scope.parentNode;
  }
  return element;
}

/** Matches a chat, or the popup or sidebar around it. Several chats may show the same thread. */
const CHAT = ".agk-chat,.agk-popup,.agk-sidebar";

/**
 * @internal Finds the nearest element that matches: in the same chat when the start element is in one, else in the
 * smallest element that contains both. A removed start element has no position, so the whole document is searched.
 */
export function findNearestInChat(
  from: Element,
  selector: string,
  isMatch: (element: HTMLElement) => boolean,
): HTMLElement | undefined {
  const chat = from.closest(CHAT);
  let scope: ParentNode | null = from.isConnected ? from : from.ownerDocument;
  let found: HTMLElement | undefined;
  while (scope && !found) {
    found = [...scope.querySelectorAll<HTMLElement>(selector)].find(isMatch);
    scope = scope === chat ? null : scope.parentNode;
  }
  return found;
}

/** The surfaces that show a thread. Several of them may show the same thread. */
const SURFACE = ".agk-chat,.agk-popup,.agk-sidebar";

/**
 * @internal Finds the nearest element that matches: in the same surface when the start element is in one, else in the
 * smallest element that contains both. A removed start element has no position, so the whole document is searched.
 */
export function findNearestInSurface(
  from: Element,
  selector: string,
  isMatch: (element: HTMLElement) => boolean,
): HTMLElement | undefined {
  const surface = from.closest(SURFACE);
  let scope: ParentNode | null = from.isConnected ? from : from.ownerDocument;
  let found: HTMLElement | undefined;
  while (scope && !found) {
    found = [...scope.querySelectorAll<HTMLElement>(selector)].find(isMatch);
    scope = scope === surface ? null : scope.parentNode;
  }
  return found;
}

/** What a person takes for one thing, however many of them show the same thread. */
const SURFACE = ".agk-chat,.agk-popup,.agk-sidebar";

/**
 * @internal Finds what stands closest to an element: in its chat, where it is in one, else in the smallest element
 * around both. Of what has left the page nobody knows where it stood.
 */
export function findNearestInSurface(
  from: Element,
  selector: string,
  isIt: (element: HTMLElement) => boolean,
): HTMLElement | undefined {
  const surface = from.closest(SURFACE);
  let place: ParentNode | null = from.isConnected ? from : from.ownerDocument;
  let found: HTMLElement | undefined;
  while (place && !found) {
    found = [...place.querySelectorAll<HTMLElement>(selector)].find(isIt);
    place = place === surface ? null : place.parentNode;
  }
  return found;
}

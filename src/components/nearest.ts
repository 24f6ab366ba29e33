/** What a person takes for one thing, however many of them show the same thread. */
const SURFACE = ".agk-chat,.agk-popup,.agk-sidebar";

/**
 * @internal Of several elements the one that stands closest to another: in its chat, where it is in one, else
 * in the smallest element around both. Of what has left the page nobody knows where it stood.
 */
export function nearest<T extends Element>(from: Element, all: readonly T[]): T | undefined {
  if (!from.isConnected) return all[0];
  const surface = from.closest(SURFACE);
  let place: Node | null = from;
  while (place) {
    const around: Node = place;
    const found = all.find((one) => around.contains(one));
    if (found) return found;
    place = place === surface ? null : place.parentNode;
  }
  return undefined;
}

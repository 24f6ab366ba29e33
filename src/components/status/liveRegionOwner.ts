import type { useThread } from "../../hooks/providers/useThread.ts";

type Store = ReturnType<typeof useThread>["store"];

/** @internal What says aloud what becomes of a thread, and of which: a page may show it in several places. */
export const liveRegions = new Map<Element, Store>();

/** @internal The one that speaks, so that nothing is heard twice: the last one that can be heard. */
export function liveRegionOf(store: Store): Element | undefined {
  return [...liveRegions.keys()].findLast(
    (region) => liveRegions.get(region) === store && isExposed(region),
  );
}

/** What has been heard: refusals count up, and files that were not taken down. */
const announcedIds = new Set<number>();

/**
 * @internal Makes an element an alert, unless what it says has been heard: of however many composers a thread has, one
 * says why a message, or a file, was not taken, and none of those that it gets later.
 */
export function announceOnce(id: number) {
  return (element: Element | null) => {
    if (element && !announcedIds.has(id)) {
      element.setAttribute("role", "alert");
      // A hidden one says it once it is seen, and keeps no other from saying it before.
      if (isExposed(element)) announcedIds.add(id);
    }
  };
}

/**
 * @internal Whether a screen reader can hear an element: it is neither hidden, nor behind a dialog that keeps the focus.
 */
export function isExposed(element: Element): boolean {
  const modal =
    // The page does not tell which was opened last; a corner of it shows what is in front.
    closestAcrossShadow(topmostElement(document), ":modal") ??
    // One that lets the page be touched there was last in it most likely.
    [...document.querySelectorAll(":modal")].at(-1);
  return (
    // Where there is no layout, as in tests without a browser, nothing is known to be hidden.
    (element.checkVisibility?.({ visibilityProperty: true }) ?? element.isConnected) &&
    // A dialog in front is heard also where what it stands in is not.
    closestAcrossShadow(element, "[aria-hidden=true],[inert]", modal) === modal
  );
}

/** What is in front in the corner of the page, also in shadow roots, which tell only their host. */
function topmostElement(root: DocumentOrShadowRoot): Element | null | undefined {
  const front = root.elementFromPoint?.(0, 0);
  const inner = front?.shadowRoot;
  return inner && inner !== root ? topmostElement(inner) : front;
}

/** The first of an element, and of all that it is shown in, that matches, or is another: also across shadow roots. */
function closestAcrossShadow(
  from: Element | null | undefined,
  selector: string,
  boundary?: Element | null,
): Element | null | undefined {
  let current = from;
  while (current && current !== boundary && !current.matches(selector)) {
    // What is a parent, and no element, is a shadow root, which has a host, or the page, which has none.
    current =
      current.assignedSlot ?? current.parentElement ?? (current.parentNode as ShadowRoot).host;
  }
  return current;
}

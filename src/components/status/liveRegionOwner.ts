import type { useThread } from "../../hooks/providers/useThread.ts";

type Store = ReturnType<typeof useThread>["store"];

/** @internal Live regions of the page with their threads. A page may show a thread in several places. */
export const liveRegions = new Map<Element, Store>();

/** @internal Returns the live region that announces for a thread: the last one that screen readers can reach. */
export function liveRegionOf(store: Store): Element | undefined {
  return [...liveRegions.keys()].findLast(
    (region) => liveRegions.get(region) === store && isExposed(region),
  );
}

/** Ids of announced problems: send errors count up, attachment problems count down. */
const announcedIds = new Set<number>();

/**
 * @internal Returns a ref that makes an element an alert, unless a problem with this id was announced before.
 * A single composer of a thread announces why a message or file was not accepted.
 */
export function announceOnce(id: number) {
  return (element: Element | null) => {
    if (element && !announcedIds.has(id)) {
      element.setAttribute("role", "alert");
      // A hidden element announces when it becomes visible, and does not keep others from announcing now.
      if (isExposed(element)) announcedIds.add(id);
    }
  };
}

/**
 * @internal True when screen readers can reach an element: it is neither hidden nor outside an open modal
 * dialog.
 */
export function isExposed(element: Element): boolean {
  const modal =
    // The DOM does not expose the order in which dialogs opened; hit-testing a corner finds the topmost one.
    closestAcrossShadow(topmostElement(document), ":modal") ??
    // A modal dialog that leaves the corner clickable is most likely the last one in the document.
    [...document.querySelectorAll(":modal")].at(-1);
  return (
    // Without layout, as in jsdom, every element counts as visible.
    (element.checkVisibility?.({ visibilityProperty: true }) ?? element.isConnected) &&
    // A dialog in the top layer is exposed even when its ancestors are not.
    closestAcrossShadow(element, "[aria-hidden=true],[inert]", modal) === modal
  );
}

/**
 * Returns the topmost element in the corner of the page, also inside shadow roots, for which hit-testing
 * returns only the host.
 */
function topmostElement(root: DocumentOrShadowRoot): Element | null | undefined {
  const front = root.elementFromPoint?.(0, 0);
  const inner = front?.shadowRoot;
  return inner && inner !== root ? topmostElement(inner) : front;
}

/** Returns the closest ancestor-or-self, across shadow roots, that matches the selector or is the boundary. */
function closestAcrossShadow(
  from: Element | null | undefined,
  selector: string,
  boundary?: Element | null,
): Element | null | undefined {
  let current = from;
  while (current && current !== boundary && !current.matches(selector)) {
    // A parent node that is not an element is a shadow root, which has a host, or the document, which has
    // none.
    current =
      current.assignedSlot ?? current.parentElement ?? (current.parentNode as ShadowRoot).host;
  }
  return current;
}

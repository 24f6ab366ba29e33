/** Where what is said of a thread is heard. */
const voices = new WeakMap<object, Element>();

/**
 * @internal Makes an element an alert, unless the alert of that thread is shown elsewhere: of however many composers
 * it has, one says why a message was not taken, and no closed popup does so in its place.
 */
export function sayFor(thread: object) {
  return (element: Element | null): void => {
    if (!element || isShown(voices.get(thread))) return;
    voices.set(thread, element);
    element.setAttribute("role", "alert");
  };
}

/** Where a browser cannot say, what is in the page is shown. */
function isShown(element: Element | undefined): boolean | undefined {
  return element?.checkVisibility?.() ?? element?.isConnected;
}

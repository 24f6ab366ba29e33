import { isHeard } from "./voices.ts";

/** Where what is said of a thread is heard. */
const voices = new WeakMap<object, Element>();

/**
 * @internal Makes an element an alert, unless the alert of that thread is heard elsewhere: of however many composers
 * it has, one says why a message was not taken.
 */
export function sayFor(thread: object) {
  return (element: Element | null): void => {
    const voice = voices.get(thread);
    if (!element || (voice && isHeard(voice))) return;
    voices.set(thread, element);
    element.setAttribute("role", "alert");
  };
}

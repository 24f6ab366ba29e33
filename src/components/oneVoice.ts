import { isHeard } from "./voices.ts";

/**
 * @internal Makes what makes an element an alert, unless its alert of that thread is heard elsewhere: of however many
 * composers it has, one says why a message, or a file, was not taken.
 */
export function createSay() {
  /** Where it is heard. */
  const voices = new WeakMap<object, Element>();
  return (thread: object) =>
    (element: Element | null): void => {
      const voice = voices.get(thread);
      if (!element || (voice && isHeard(voice))) return;
      voices.set(thread, element);
      element.setAttribute("role", "alert");
    };
}

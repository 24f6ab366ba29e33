import { onTestFinished, vi } from "vitest";

/** The attribute that the browser refuses. */
interface RefusedAttribute {
  /** Number of times that React has tried to set it. */
  attempts: number;
  /** Makes the browser accept it again. */
  readonly accept: () => void;
}

/**
 * Makes the browser refuse an attribute until the test ends, so that rendering an element with it throws. Parts
 * of the application are replaced when they throw, so they cannot break the parts of the kit.
 */
export function refuseAttribute(refusedName: string, refusedValue: string): RefusedAttribute {
  const { setAttribute } = Element.prototype;
  const spy = vi.spyOn(Element.prototype, "setAttribute");
  const refusal: RefusedAttribute = { attempts: 0, accept: () => spy.mockRestore() };
  spy.mockImplementation(function (this: Element, name, value) {
    if (name === refusedName && value === refusedValue) {
      refusal.attempts++;
      throw new Error(`refused: ${name}`);
    }
    setAttribute.call(this, name, value);
  });
  onTestFinished(refusal.accept);
  return refusal;
}

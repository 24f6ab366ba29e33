/**
 * Properties that queries by role, accessible names, `toBeVisible` and pointers read of each element and of its
 * ancestors. jsdom applies its style sheet to an element for any of them, which took a quarter of the tests' time.
 */
const initialValues = new Map([
  ["visibility", "visible"],
  ["pointer-events", "auto"],
]);

/** Rules of jsdom's style sheet that hide a part of a table. */
const hiddenTablePart = "colgroup, col, thead, tbody, tfoot, tr";

/** Values of properties that are not inherited, by all that jsdom's style sheet and the element state about them. */
const ownValues = new Map<string, string>();

const installed = Symbol.for("agui-kit.computedStyle");

/**
 * Makes `getComputedStyle` of jsdom fast for documents without style sheets: computes `visibility` and `pointer-events`
 * from inline styles, and lets jsdom compute `display` and `opacity` once for all elements that agree in what these
 * depend on. jsdom answers for all other properties, elements and documents.
 */
export function installComputedStyle(target: typeof globalThis): void {
  const original = target.getComputedStyle;
  if (Reflect.has(original, installed)) return;
  const fast = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    if (pseudo || !hasInlineStyle(element) || element.ownerDocument.styleSheets.length > 0) {
      return original(element, pseudo);
    }
    return lazyStyle(element, () => original(element));
  };
  const replacement = Object.assign(fast, { [installed]: true });
  target.getComputedStyle = replacement;
  const view = target.document.defaultView;
  if (view) view.getComputedStyle = replacement;
}

function hasInlineStyle(element: Element): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

/** Creates a declaration that computes the frequent properties itself, and asks `computeStyle` for the other ones. */
function lazyStyle(
  element: HTMLElement | SVGElement,
  computeStyle: () => CSSStyleDeclaration,
): CSSStyleDeclaration {
  let style: CSSStyleDeclaration | undefined;
  const complete = () => {
    style ??= computeStyle();
    return style;
  };
  const propertyValue = (property: string): string =>
    frequentValue(element, property, complete) ?? complete().getPropertyValue(property);
  return new Proxy(element.style, {
    get: (_inline, key) => {
      if (key === "getPropertyValue") return propertyValue;
      if (key === "pointerEvents") return propertyValue("pointer-events");
      if (key === "display" || key === "visibility" || key === "opacity") return propertyValue(key);
      const value: unknown = Reflect.get(complete(), key);
      return typeof value === "function" ? value.bind(complete()) : value;
    },
  });
}

function frequentValue(
  element: HTMLElement | SVGElement,
  property: string,
  complete: () => CSSStyleDeclaration,
): string | undefined {
  const initial = initialValues.get(property);
  if (initial !== undefined) return inheritedValue(element, property, initial);
  if (property !== "display" && property !== "opacity") return undefined;
  // The first summary of details differs from the other ones, and an open popover from a closed one.
  if (element.localName === "summary" || element.hasAttribute("popover")) return undefined;
  const key = JSON.stringify([
    property,
    element.style.getPropertyValue(property),
    element.style.getPropertyPriority(property),
    element.localName,
    ...["hidden", "open", "type"].map((name) => element.getAttribute(name)),
  ]);
  const known = ownValues.get(key);
  if (known !== undefined) return known;
  const value = complete().getPropertyValue(property);
  ownValues.set(key, value);
  return value;
}

/** Returns the nearest inline value, or `undefined` where a rule or a keyword decides. */
function inheritedValue(element: Element, property: string, initial: string): string | undefined {
  for (let current: Element | null = element; current; current = current.parentElement) {
    if (!hasInlineStyle(current)) return undefined;
    const value = current.style.getPropertyValue(property);
    if (/^(inherit|initial|unset|revert)/.test(value)) return undefined;
    if (value !== "") return value;
    if (current.hasAttribute("hidden") && current.matches(hiddenTablePart)) return undefined;
  }
  return initial;
}

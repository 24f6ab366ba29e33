import { onTestFinished } from "vitest";

/** Properties of the document's text, and those without any visible effect here. */
const ignoredProperty =
  /^(tab-size|text-size-adjust|-webkit-tap-highlight-color|caption-side|clear)$/;

/** Size properties: the resulting size is measured instead. */
const sizeProperty = /^(box-sizing|(min-|max-)?(width|height|inline-size|block-size))$/;

/** Returns all properties that a rule or a sheet sets, including nested rules. */
export function propertiesOf(rule: CSSRule | CSSStyleSheet): string[] {
  const own = "style" in rule ? [...(rule.style as Iterable<string>)] : [];
  const inner = "cssRules" in rule ? [...(rule.cssRules as CSSRuleList)] : [];
  return [...own, ...inner.flatMap(propertiesOf)];
}

/** Returns the properties that a sheet may change visibly. */
function visiblePropertiesOf(css: string): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const names = new Set([...propertiesOf(sheet), "display", "color", "font-size", "line-height"]);
  return [...names].filter((name) => !/^--/.test(name) && !ignoredProperty.test(name));
}

/** Tests whether a property has no visible effect on an element. */
function isInvisible(property: string, element: Element, style: CSSStyleDeclaration): boolean {
  // The border has no width.
  const [, side] = /^border-(.*)-(?:color|style)$/.exec(property) ?? [];
  if (side) return style.getPropertyValue(`border-${side}-width`) === "0px";
  if (property.startsWith("outline-")) return style.outlineStyle === "none";
  switch (property) {
    // A border and a background already disable the native appearance.
    case "appearance":
      return element.matches("button, [type=file]");
    // A horizontal rule has no text.
    case "color":
    case "text-decoration-color":
      return element.localName === "hr";
    // The property applies only to inline elements and table cells.
    case "vertical-align":
      return !/^(inline|table-cell)/.test(style.display);
    // A checkbox has no text.
    case "text-align":
      return element.matches("[type=checkbox], [type=radio]");
    // The element is not positioned.
    case "top":
    case "right":
    case "bottom":
    case "left":
      return style.position === "static";
    // A select has one line.
    case "overflow-wrap":
      return element.localName === "select";
  }
  return sizeProperty.test(property);
}

/** Yields the styles of an element and of its pseudo-elements. */
function* boxesOf(element: Element): Generator<readonly [name: string, CSSStyleDeclaration]> {
  yield ["", getComputedStyle(element)];
  for (const pseudo of ["::before", "::after"]) {
    const style = getComputedStyle(element, pseudo);
    if (style.content !== "none" && style.content !== "normal") yield [pseudo, style];
  }
  if (element.matches("[placeholder]"))
    yield ["::placeholder", getComputedStyle(element, "::placeholder")];
  if (element.matches("[type=file]"))
    yield ["::file-selector-button", getComputedStyle(element, "::file-selector-button")];
}

/** Returns the values of these properties for all matching elements, and their sizes. */
function stylesOf(selector: string, properties: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [index, element] of [...document.querySelectorAll(selector)].entries()) {
    const name = `${index} ${element.localName}.${element.getAttribute("class") ?? ""}`;
    for (const [pseudo, style] of boxesOf(element)) {
      for (const property of properties) {
        if (isInvisible(property, element, style)) continue;
        values.set(`${name}${pseudo} ${property}`, style.getPropertyValue(property));
      }
    }
    const { width, height } = element.getBoundingClientRect();
    values.set(`${name} size`, `${width} × ${height}`);
  }
  return values;
}

/** Adds a style sheet to the document until the test ends or the returned function is called. */
export function addStyles(css: string): () => void {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
  const remove = () => sheet.remove();
  onTestFinished(remove);
  return remove;
}

/** Returns the visible changes that a style sheet makes to all matching elements. */
export function changesBy(css: string, selector: string): readonly string[] {
  // A transition between both states would be measured as a difference.
  addStyles("[class^='agk-'], [class^='agk-'] * { transition: none !important; }");
  addStyles("[class^='agk-'], [class^='agk-'] * { animation: none !important; }");
  const properties = visiblePropertiesOf(css);
  const before = stylesOf(selector, properties);
  const remove = addStyles(css);
  const after = stylesOf(selector, properties);
  remove();
  // A property that is invisible on one side is caught by the property that hides it.
  return [...before]
    .filter(([key, value]) => (after.get(key) ?? value) !== value)
    .map(([key, value]) => `${key}: ${value} → ${after.get(key)}`);
}

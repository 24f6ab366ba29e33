import { onTestFinished } from "vitest";

/** What a page says of all text in it, as of its font; and what has nothing here to show in. */
const isOfPage = /^(tab-size|text-size-adjust|-webkit-tap-highlight-color|caption-side|clear)$/;

/** How large it is, which is measured instead, however it comes about. */
const isOfSize = /^(box-sizing|(min-|max-)?(width|height|inline-size|block-size))$/;

/** All the properties that a rule, or a sheet, sets, also in what is nested in it. */
export function propertiesOf(rule: CSSRule | CSSStyleSheet): string[] {
  const own = "style" in rule ? [...(rule.style as Iterable<string>)] : [];
  const inner = "cssRules" in rule ? [...(rule.cssRules as CSSRuleList)] : [];
  return [...own, ...inner.flatMap(propertiesOf)];
}

/** Those in which a sheet could change how something looks. */
function changedBy(css: string): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const names = new Set([...propertiesOf(sheet), "display", "color", "font-size", "line-height"]);
  return [...names].filter((name) => !/^--/.test(name) && !isOfPage.test(name));
}

/** Whether a property cannot be seen, as things are. */
function isUnseen(property: string, element: Element, style: CSSStyleDeclaration): boolean {
  // The colour of a border that is not there.
  const [, side] = /^border-(.*)-(?:color|style)$/.exec(property) ?? [];
  if (side) return style.getPropertyValue(`border-${side}-width`) === "0px";
  if (property.startsWith("outline-")) return style.outlineStyle === "none";
  switch (property) {
    // With a border and a background of its own it looks the same with either.
    case "appearance":
      return element.matches("button, [type=file]");
    // There is no text in a line.
    case "color":
    case "text-decoration-color":
      return element.localName === "hr";
    // Of what stands in a line alone.
    case "vertical-align":
      return !/^(inline|table-cell)/.test(style.display);
    // There is no text in a box to check, and no room beside the words of a button that is as wide as they are.
    case "text-align":
      return element.matches("[type=checkbox], [type=radio], .agk-code button");
    // It stays where it is.
    case "top":
    case "right":
    case "bottom":
    case "left":
      return style.position === "static";
    // It has one line.
    case "overflow-wrap":
      return element.localName === "select";
  }
  return isOfSize.test(property);
}

/** The element itself, and what has no element of its own in it. */
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

/** How all elements that match look in these properties. */
function looksOf(selector: string, properties: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [index, element] of [...document.querySelectorAll(selector)].entries()) {
    const name = `${index} ${element.localName}.${element.getAttribute("class") ?? ""}`;
    for (const [pseudo, style] of boxesOf(element)) {
      for (const property of properties) {
        if (isUnseen(property, element, style)) continue;
        found.set(`${name}${pseudo} ${property}`, style.getPropertyValue(property));
      }
    }
    const { width, height } = element.getBoundingClientRect();
    found.set(`${name} size`, `${width} × ${height}`);
  }
  return found;
}

/** Adds a style sheet to the page until the test is over, or it is taken away. */
export function addStyles(css: string): () => void {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
  const remove = () => sheet.remove();
  onTestFinished(remove);
  return remove;
}

/** Says what a style sheet changes in how all elements that match look, in whatever it says something of. */
export function changesBy(css: string, selector: string): readonly string[] {
  // What is on its way from one look to another is no difference.
  addStyles("[class^='agk-'], [class^='agk-'] * { transition: none !important; }");
  addStyles("[class^='agk-'], [class^='agk-'] * { animation: none !important; }");
  const properties = changedBy(css);
  const before = looksOf(selector, properties);
  const remove = addStyles(css);
  const after = looksOf(selector, properties);
  remove();
  // What is unseen on one side only is seen in what makes it so.
  return [...before]
    .filter(([key, look]) => (after.get(key) ?? look) !== look)
    .map(([key, look]) => `${key}: ${look} → ${after.get(key)}`);
}

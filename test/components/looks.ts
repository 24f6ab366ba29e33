import { onTestFinished } from "vitest";

const properties = [
  ...["display", "color", "background-color", "font-size", "font-weight", "line-height"],
  ...["margin-top", "margin-right", "margin-bottom", "margin-left", "list-style-type"],
  ...["padding-top", "padding-right", "padding-bottom", "padding-left", "text-align", "float"],
  ...["border-top-width", "border-left-width", "border-top-color", "border-top-left-radius"],
  ...["appearance", "resize", "text-decoration-line", "color-scheme", "letter-spacing"],
];

/** How all elements that match look, as far as what a page says of plain elements could tell. */
function looksOf(selector: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [index, element] of [...document.querySelectorAll(selector)].entries()) {
    const style = getComputedStyle(element);
    const name = `${index} ${element.localName}.${element.getAttribute("class") ?? ""}`;
    for (const property of properties) {
      // The colour of a border that is not there.
      if (property === "border-top-color" && style.borderTopWidth === "0px") continue;
      // With a border and a background of its own it looks the same with either.
      if (property === "appearance" && element.localName === "button") continue;
      // There is no text in a box to check, and no room beside the words of a button that is as wide as they are.
      const isFilled = element.matches("[type=checkbox], [type=radio], .agk-code button");
      if (property === "text-align" && isFilled) continue;
      found.set(`${name} ${property}`, style.getPropertyValue(property));
    }
    const { width, height } = element.getBoundingClientRect();
    found.set(`${name} size`, `${width} × ${height}`);
  }
  return found;
}

/** Adds a style sheet to the page until the test is over. */
export function addStyles(css: string): void {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
  onTestFinished(() => sheet.remove());
}

/** Says what a style sheet changes in how all elements that match look. */
export function changesBy(css: string, selector: string): readonly string[] {
  // What is on its way from one look to another is no difference.
  addStyles("[class^='agk-'], [class^='agk-'] * { transition: none !important; }");
  addStyles("[class^='agk-'], [class^='agk-'] * { animation: none !important; }");
  const before = looksOf(selector);
  addStyles(css);
  const after = looksOf(selector);
  return [...before]
    .filter(([key, look]) => after.get(key) !== look)
    .map(([key, look]) => `${key}: ${look} → ${after.get(key)}`);
}

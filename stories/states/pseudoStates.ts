/** Attribute that lists the states that an element shows without a pointer or the focus. */
const ATTRIBUTE = "data-shown";

/** Names of the states in the attribute, by pseudo-class. */
const names: Readonly<Record<string, string>> = {
  hover: "hover",
  active: "active",
  "focus-visible": "focus",
  focus: "focus",
  "focus-within": "focus-within",
};

const pseudoClass = /:(hover|active|focus-visible|focus-within|focus)(?![\w-])/g;

/**
 * Lets the style sheets of the document apply their rules for `:hover`, `:active` and the focus to elements with the
 * attribute `data-shown` as well. Specificity and order of the rules stay as they are.
 */
export function enablePseudoStates(): void {
  for (const sheet of document.styleSheets) {
    if (canRead(sheet)) for (const rule of sheet.cssRules) extendRule(rule);
  }
}

/** The states that `showState` can show. */
export type PseudoState = "hover" | "pressed" | "focus";

/** Values of the attribute. A pressed element is under the pointer, as all elements around it are. */
const shown: Readonly<Record<PseudoState, { readonly target: string; readonly around: string }>> = {
  hover: { target: "hover", around: "hover" },
  pressed: { target: "hover active", around: "hover active" },
  focus: { target: "focus focus-within", around: "focus-within" },
};

/** Makes an element, and the elements around it up to `root`, look as in a state. */
export function showState(target: Element, root: Element, state: PseudoState): void {
  set(target, shown[state].target);
  for (
    let element = target.parentElement;
    element && element !== root;
    element = element.parentElement
  )
    set(element, shown[state].around);
}

function set(element: Element, value: string): void {
  // An equal value would be reported to observers as a change.
  if (element.getAttribute(ATTRIBUTE) !== value) element.setAttribute(ATTRIBUTE, value);
}

function extendRule(rule: CSSRule): void {
  if (rule instanceof CSSImportRule && rule.styleSheet) {
    for (const inner of rule.styleSheet.cssRules) extendRule(inner);
  }
  if (rule instanceof CSSStyleRule && !rule.selectorText.includes(ATTRIBUTE)) {
    const selector = rule.selectorText.replace(
      pseudoClass,
      (own, name: string) => `:is(${own}, [${ATTRIBUTE}~="${names[name]}"])`,
    );
    if (selector !== rule.selectorText) rule.selectorText = selector;
  }
  if ("cssRules" in rule) for (const inner of rule.cssRules as CSSRuleList) extendRule(inner);
}

/** True unless the sheet is from another origin. */
function canRead(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length >= 0;
  } catch {
    return false;
  }
}

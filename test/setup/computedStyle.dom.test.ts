import { expect, test } from "vitest";
import { installComputedStyle } from "./computedStyle.ts";

const original = globalThis.getComputedStyle;
installComputedStyle(globalThis);

const properties = ["display", "visibility", "opacity", "pointer-events", "direction", "color"];

const samples = [
  ...[
    "div",
    "span",
    "button",
    "p",
    "li",
    "table",
    "noscript",
    "style-like",
    "h2",
    "img",
    "slot",
  ].map((tag) => `<${tag}></${tag}>`),
  "<div hidden><b>in</b></div>",
  '<div hidden="until-found"><b>in</b></div>',
  "<embed hidden>",
  "<table><tbody hidden><tr hidden><td><i>in</i></td></tr></tbody></table>",
  '<input><input type="hidden"><input type="HIDDEN"><input type="radio">',
  "<dialog>closed</dialog><dialog open>open</dialog>",
  "<details><summary>first</summary><summary>second</summary><p>text</p></details>",
  "<details open><summary>first</summary></details>",
  "<div popover>closed</div>",
  '<div style="visibility: hidden"><b>in</b><b style="visibility: visible"><i>in</i></b></div>',
  '<div style="visibility: hidden"><b style="visibility: inherit">in</b><b style="visibility: initial">in</b></div>',
  '<div style="pointer-events: none"><b>in</b><b style="pointer-events: auto">in</b></div>',
  '<div style="display: none; opacity: 0"><b style="opacity: 0.5">in</b></div>',
  '<div hidden style="display: flex !important"></div><div hidden style="display: flex"></div>',
  "<svg><title>name</title><g hidden><path></path></g></svg>",
  '<p dir="rtl"><b>in</b></p>',
];

test.each(samples)("computes the same values as jsdom for %s", (html) => {
  document.body.innerHTML = html;
  for (const element of document.body.querySelectorAll("*")) {
    const expected = properties.map((name) => original(element).getPropertyValue(name));
    // Twice, as the second answer comes from the values of the first.
    for (const _ of [1, 2]) {
      const style = getComputedStyle(element);
      expect(properties.map((name) => style.getPropertyValue(name))).toEqual(expected);
      const { display, visibility, opacity, pointerEvents, direction, color } = style;
      expect([display, visibility, opacity, pointerEvents, direction, color]).toEqual(expected);
    }
  }
});

test("applies the style sheets of a document", () => {
  document.body.innerHTML = "<style>b { display: none; visibility: hidden }</style><b>in</b>";
  const style = getComputedStyle(document.body.querySelector("b") ?? document.body);
  expect([style.display, style.visibility]).toEqual(["none", "hidden"]);
});

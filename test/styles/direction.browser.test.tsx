import "../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { Reasoning } from "../../src/components/message/Reasoning.tsx";

/** Removes every rule with `:dir()`, and returns how many there were. */
function removeDirRules(sheet: CSSStyleSheet | CSSGroupingRule | CSSStyleRule): number {
  let removed = 0;
  for (const [index, rule] of [...sheet.cssRules].entries()) {
    if (rule instanceof CSSStyleRule && rule.selectorText.includes(":dir(")) {
      sheet.deleteRule(index - removed);
      removed += 1;
    }
  }
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule)
      removed += removeDirRules(rule);
  }
  return removed;
}

// A production build with Vite replaces `:dir()` by a list of languages, none of which may be set.
beforeAll(() => {
  const removed = [...document.styleSheets]
    .map(removeDirRules)
    .reduce((sum, count) => sum + count, 0);
  expect(removed).toBeGreaterThan(0);
});

/** Returns the direction of an icon that points to the right unless it is mirrored. */
function iconDirection(container: Element): "left" | "right" {
  const matrix = container.querySelector<SVGGraphicsElement>("[data-icon=chevron]")?.getScreenCTM();
  if (!matrix) throw new Error("The icon is missing.");
  return matrix.a < 0 ? "left" : "right";
}

const message = { id: "r", role: "reasoning", content: "Let me see." } as const;
const row = <Reasoning message={message} />;

test("a chevron follows the direction of the document", async () => {
  const { container } = render(row);
  expect(iconDirection(container)).toBe("right");
  document.documentElement.dir = "rtl";
  try {
    await waitFor(() => expect(iconDirection(container)).toBe("left"));
  } finally {
    document.documentElement.removeAttribute("dir");
  }
});

test("a chevron follows the nearest `dir` attribute", () => {
  const inside = (outer: string, inner: string) =>
    iconDirection(
      render(
        <div dir={outer}>
          <div dir={inner}>{row}</div>
        </div>,
      ).container,
    );
  expect(inside("rtl", "ltr")).toBe("right");
  expect(inside("ltr", "rtl")).toBe("left");
});

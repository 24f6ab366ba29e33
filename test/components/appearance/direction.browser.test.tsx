import "../../../src/styles/index.css";
import { render, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { Reasoning } from "../../../src/components/message/Reasoning.tsx";

/** Takes away every rule that asks with `:dir()`, and says how many they were. */
function takeDir(sheet: CSSStyleSheet | CSSGroupingRule | CSSStyleRule): number {
  let taken = 0;
  for (const [index, rule] of [...sheet.cssRules].entries()) {
    if (rule instanceof CSSStyleRule && rule.selectorText.includes(":dir(")) {
      sheet.deleteRule(index - taken);
      taken += 1;
    }
  }
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) taken += takeDir(rule);
  }
  return taken;
}

// A production build with Vite makes a list of languages of it, of which a page may say none.
beforeAll(() => {
  const taken = [...document.styleSheets].map(takeDir).reduce((sum, one) => sum + one, 0);
  expect(taken).toBeGreaterThan(0);
});

/** Where a sign points that is drawn as one that points to the right. */
function pointsTo(container: Element): "left" | "right" {
  const drawn = container.querySelector<SVGGraphicsElement>("[data-icon=chevron]")?.getScreenCTM();
  if (!drawn) throw new Error("There is no sign.");
  return drawn.a < 0 ? "left" : "right";
}

const message = { id: "r", role: "reasoning", content: "Let me see." } as const;
const row = <Reasoning message={message} />;

test("what points onwards follows the page, whatever its language", async () => {
  const { container } = render(row);
  expect(pointsTo(container)).toBe("right");
  document.documentElement.dir = "rtl";
  try {
    await waitFor(() => expect(pointsTo(container)).toBe("left"));
  } finally {
    document.documentElement.removeAttribute("dir");
  }
});

test("and the nearest place that says a direction", () => {
  const inside = (outer: string, inner: string) =>
    pointsTo(
      render(
        <div dir={outer}>
          <div dir={inner}>{row}</div>
        </div>,
      ).container,
    );
  expect(inside("rtl", "ltr")).toBe("right");
  expect(inside("ltr", "rtl")).toBe("left");
});

import "../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import styles from "../../src/styles/index.css?inline";
import dense from "../../src/styles/themes/dense.css?inline";
import highContrast from "../../src/styles/themes/high-contrast.css?inline";
import material from "../../src/styles/themes/material.css?inline";
import shadcn from "../../src/styles/themes/shadcn.css?inline";
import { materialPage } from "../support/materialPage.ts";
import { shadcnPage } from "../support/shadcnPage.ts";
import { contrast } from "./contrast.ts";
import { addStyles } from "./styleChanges.ts";

/** Text colors with their backgrounds. */
const texts = [
  ...["text", "text-muted", "accent", "danger", "success", "warning"].map((name) => [
    name,
    "surface",
  ]),
  ["text", "surface-raised"],
  ["text-muted", "surface-raised"],
  ["accent-text", "accent"],
] as const;

/** Colors of borders and focus rings with their backgrounds. */
const lines = [
  ["control", "surface"],
  ["control", "surface-raised"],
  ["focus", "surface"],
] as const;

/** Returns a function that computes a color token inside an element. */
function colorsIn(element: Element): (name: string) => string {
  return (name) => {
    const probe = element.ownerDocument.createElement("i");
    probe.className = "agk-probe";
    probe.style.color = `var(--agk-${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

const themes = {
  default: { sheet: "", minimum: 4.5 },
  shadcn: { sheet: shadcnPage + shadcn, minimum: 4.5 },
  "high contrast": { sheet: highContrast, minimum: 7 },
  material: { sheet: material, minimum: 4.5 },
  "material with the colors of a page": { sheet: materialPage + material, minimum: 4.5 },
  dense: { sheet: dense, minimum: 4.5 },
};

describe.each(Object.entries(themes))("the theme %s", (_, { sheet, minimum }) => {
  test.each(["light", "dark"])(
    "has enough contrast for text and controls in the %s scheme",
    (scheme) => {
      addStyles(sheet);
      const { container } = render(<div data-theme={scheme} className={scheme} />);
      const color = colorsIn(container.firstElementChild as Element);
      for (const [text, background] of texts) {
        const ratio = contrast(color(text), color(background));
        expect(ratio, `${text} on ${background}`).toBeGreaterThanOrEqual(minimum);
      }
      for (const [line, background] of lines) {
        const ratio = contrast(color(line), color(background));
        expect(ratio, `${line} on ${background}`).toBeGreaterThanOrEqual(3);
      }
    },
  );
});

test.each([
  ["shadcn", shadcn],
  ["material", material],
])("%s declares each color that depends on the scheme", (_, sheet) => {
  const colors = [...styles.matchAll(/(--agk-[\w-]+): var\(--agk-light,/g)].map(([, name]) => name);
  expect(colors).toContain("--agk-warning");
  for (const name of colors) expect(sheet).toContain(`${name}:`);
});

const kinds = ["keyword", "string", "value", "name", "comment", "added", "removed"];

describe.each(Object.entries(themes))("code, %s", (_, { sheet, minimum }) => {
  test.each(["light", "dark"])(
    "has enough contrast, and is not in the error color, in the %s scheme",
    (scheme) => {
      addStyles(sheet);
      const { container } = render(
        <div data-theme={scheme} className={scheme}>
          <div className="agk-code">
            <code>
              {kinds.map((kind) => (
                <span data-token={kind} key={kind}>
                  {kind}
                </span>
              ))}
            </code>
          </div>
        </div>,
      );
      const danger = colorsIn(container.firstElementChild as Element)("danger");
      const { backgroundColor } = getComputedStyle(container.querySelector(".agk-code") as Element);
      for (const kind of kinds) {
        const { color } = getComputedStyle(screen.getByText(kind));
        expect(contrast(color, backgroundColor), kind).toBeGreaterThanOrEqual(minimum);
        expect(color === danger, kind).toBe(kind === "removed");
      }
    },
  );
});

/** Returns the accent color of a document with these sheets in this order. */
function accentOf(...sheets: readonly string[]): string {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const frameDocument = frame.contentDocument;
  if (!frameDocument) throw new Error("The frame has no document.");
  for (const sheet of sheets) {
    const style = frameDocument.createElement("style");
    style.textContent = sheet;
    frameDocument.head.append(style);
  }
  return colorsIn(frameDocument.body)("accent");
}

test("a theme applies in any order of sheets, and the application overrides it", () => {
  const theme = shadcnPage + shadcn;
  const primary = "oklch(0.205 0 0)";
  expect(accentOf(styles)).not.toBe(primary);
  expect(accentOf(styles, theme)).toBe(primary);
  expect(accentOf(theme, styles)).toBe(primary);
  expect(accentOf(":root { --agk-accent: rgb(1, 2, 3); }", styles, theme)).toBe("rgb(1, 2, 3)");
});

test("the `dark` class of shadcn sets the dark color scheme", () => {
  addStyles(shadcnPage + shadcn);
  const { container } = render(
    <div className="dark">
      <i className="agk-probe" />
    </div>,
  );
  const probe = container.querySelector("i") as Element;
  expect(getComputedStyle(probe).colorScheme).toBe("dark");
  expect(getComputedStyle(probe).getPropertyValue("--agk-surface")).toBe("oklch(0.145 0 0)");
});

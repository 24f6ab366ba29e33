import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import styles from "../../../src/styles/index.css?inline";
import highContrast from "../../../src/styles/themes/high-contrast.css?inline";
import shadcn from "../../../src/styles/themes/shadcn.css?inline";
import { shadcnPage } from "../../support/shadcnPage.ts";
import { contrast } from "./contrast.ts";
import { addStyles } from "./looks.ts";

/** What is read, on what it stands. */
const texts = [
  ...["text", "text-muted", "accent", "danger", "success", "warning"].map((name) => [
    name,
    "surface",
  ]),
  ["text", "surface-raised"],
  ["text-muted", "surface-raised"],
  ["accent-text", "accent"],
] as const;

/** What is seen and not read, on what it stands. */
const lines = [
  ["control", "surface"],
  ["control", "surface-raised"],
  ["focus", "surface"],
] as const;

/** The colour that a token of the kit has in a place of the page. */
function colorsIn(place: Element): (name: string) => string {
  return (name) => {
    const probe = place.ownerDocument.createElement("i");
    probe.className = "agk-probe";
    probe.style.color = `var(--agk-${name})`;
    place.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

const themes = {
  default: { sheet: "", least: 4.5 },
  shadcn: { sheet: shadcnPage + shadcn, least: 4.5 },
  "high contrast": { sheet: highContrast, least: 7 },
};

describe.each(Object.entries(themes))("%s", (_name, { sheet, least }) => {
  test.each(["light", "dark"])("what is read and what is used stands out, %s", (scheme) => {
    addStyles(sheet);
    const { container } = render(<div data-theme={scheme} className={scheme} />);
    const color = colorsIn(container.firstElementChild as Element);
    for (const [text, ground] of texts) {
      const found = contrast(color(text), color(ground));
      expect(found, `${text} on ${ground}`).toBeGreaterThanOrEqual(least);
    }
    for (const [line, ground] of lines) {
      const found = contrast(color(line), color(ground));
      expect(found, `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});

test("shadcn says each colour anew where the page turns dark, as a production build needs", () => {
  const colors = [...styles.matchAll(/(--agk-[\w-]+): light-dark\(/g)].map(([, name]) => name);
  expect(colors).toContain("--agk-warning");
  for (const name of colors) expect(shadcn).toContain(`${name}:`);
});

const kinds = ["keyword", "string", "value", "name", "comment", "added", "removed"];

describe.each(Object.entries(themes))("code, %s", (_name, { sheet, least }) => {
  test.each(["light", "dark"])("can be read, and looks like no error, %s", (scheme) => {
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
      expect(contrast(color, backgroundColor), kind).toBeGreaterThanOrEqual(least);
      expect(color === danger, kind).toBe(kind === "removed");
    }
  });
});

/** The accent of a page with these sheets, in this order. */
function accentOf(...sheets: readonly string[]): string {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const page = frame.contentDocument;
  if (!page) throw new Error("no page");
  for (const sheet of sheets) {
    const style = page.createElement("style");
    style.textContent = sheet;
    page.head.append(style);
  }
  return colorsIn(page.body)("accent");
}

test("a theme counts whichever sheet comes first, and yields to what the application says", () => {
  const theme = shadcnPage + shadcn;
  const primary = "oklch(0.205 0 0)";
  expect(accentOf(styles)).not.toBe(primary);
  expect(accentOf(styles, theme)).toBe(primary);
  expect(accentOf(theme, styles)).toBe(primary);
  expect(accentOf(":root { --agk-accent: rgb(1, 2, 3); }", styles, theme)).toBe("rgb(1, 2, 3)");
});

test("a page of shadcn turns the chat dark with its class", () => {
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

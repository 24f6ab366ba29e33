import "../../src/styles/index.css";
import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import highContrast from "../../src/styles/themes/high-contrast.css?inline";
import shadcn from "../../src/styles/themes/shadcn.css?inline";
import { contrast } from "./contrast.ts";
import { addStyles } from "./looks.ts";

/** What `npx shadcn init` writes into a new project, as far as it is about colours. */
const shadcnPage = `
  :root {
    --radius: 0.625rem;
    --background: oklch(1 0 0); --foreground: oklch(0.145 0 0);
    --primary: oklch(0.205 0 0); --primary-foreground: oklch(0.985 0 0);
    --muted: oklch(0.97 0 0); --muted-foreground: oklch(0.556 0 0);
    --destructive: oklch(0.577 0.245 27.325); --border: oklch(0.922 0 0);
  }
  .dark {
    --background: oklch(0.145 0 0); --foreground: oklch(0.985 0 0);
    --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0);
    --muted: oklch(0.269 0 0); --muted-foreground: oklch(0.708 0 0);
    --destructive: oklch(0.704 0.191 22.216); --border: oklch(1 0 0 / 10%);
  }`;

/** What is read, on what it stands. */
const texts = [
  ...["text", "text-muted", "accent", "danger", "success", "warning"].map((name) => [name, "surface"]),
  ["text", "surface-raised"],
  ["text-muted", "surface-raised"],
  ["accent-text", "accent"],
] as const;

/** The colour that a token of the kit has in a place of the page. */
function colorsIn(place: Element): (name: string) => string {
  return (name) => {
    const probe = document.createElement("i");
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
    for (const name of ["control", "focus"]) {
      expect(contrast(color(name), color("surface")), name).toBeGreaterThanOrEqual(3);
    }
  });
});

test("a theme counts whichever sheet comes first, and yields to what the application says", () => {
  const { container } = render(<div data-theme="light" />);
  const place = container.firstElementChild as HTMLElement;
  const color = colorsIn(place);
  addStyles(shadcnPage + shadcn);
  expect(color("accent")).toBe("oklch(0.205 0 0)");
  addStyles(":root { --agk-accent: rgb(1, 2, 3); }");
  expect(color("accent")).toBe("rgb(1, 2, 3)");
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

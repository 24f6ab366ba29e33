// @vitest-environment node
import { readFileSync } from "node:fs";
import { transform } from "lightningcss";
import { expect, test } from "vitest";

/** Default targets of a production build with Vite, which lack `light-dark()`. */
const targets = { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) };

test("colors work in a build that has lowered `light-dark()`", () => {
  const filename = "src/styles/tokens.css";
  const { code } = transform({ filename, code: readFileSync(filename), minify: true, targets });
  const css = code.toString();
  expect(css).not.toContain("light-dark(");
  // Each color is chosen by two properties; a document that sets neither must have one of them.
  expect(css).toContain("--agk-text:var(--lightningcss-light,");
  expect(css).toMatch(
    /:where\(:root,:host\)\{[^{}]*--lightningcss-light:initial;--lightningcss-dark: ;?\}/,
  );
  expect(css).toMatch(
    /prefers-color-scheme:dark\)\{:where\(:root,:host\)\{--lightningcss-light: ;--lightningcss-dark:initial\}/,
  );
  expect(css).toMatch(/\[data-theme=dark\]\)\{[^}]*--lightningcss-dark:initial/);
});

// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { bundle } from "lightningcss";
import { expect, test } from "vitest";

/** Default targets of a production build with Vite, which lack `light-dark()`. */
const targets = { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) };

const folder = "src/styles";

test("no style sheet depends on `light-dark()`, which production builds replace", () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  expect(sheets.length).toBeGreaterThan(10);
  for (const sheet of sheets) {
    const css = readFileSync(`${folder}/${sheet}`, "utf8").replace(/\/\*.*?\*\//gs, "");
    expect(css, sheet).not.toContain("light-dark(");
  }
});

test("a production build keeps both values of a color and the choice between them", () => {
  const { code } = bundle({ filename: `${folder}/index.css`, minify: true, targets });
  const css = code.toString();
  expect(css).toMatch(/--agk-text:var\(--agk-light,[^;]+\) ?var\(--agk-dark,[^;]+\)/);
  expect(css).toMatch(/\[data-theme=dark\]\)\{[^}]*--agk-light: ;--agk-dark:initial/);
});

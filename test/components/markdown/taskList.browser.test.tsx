import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

/** Where the lines of a text begin, from the edge that one reads from, in CSS pixels. */
function startsOfLines(element: Element, dir: string): number[] {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const starts: number[] = [];
  for (let node = text.nextNode(); node; node = text.nextNode()) {
    if (!node.textContent?.trim()) continue;
    range.selectNodeContents(node);
    const edge = element.getBoundingClientRect();
    for (const { left, right } of range.getClientRects())
      starts.push(dir === "rtl" ? edge.right - right : left - edge.left);
  }
  return starts;
}

const words = { ltr: "one two three four five six", rtl: "ميناء في مساء خريف ميناء في مساء" };

test.each([
  { dir: "ltr", density: "comfortable" },
  { dir: "ltr", density: "compact" },
  { dir: "rtl", density: "comfortable" },
] as const)("all lines of a task begin at one place, $dir and $density", ({ dir, density }) => {
  const { container } = render(
    <div dir={dir} data-density={density} style={{ inlineSize: 120 }}>
      <Markdown text={`- [ ] ${words[dir]}\n  - [x] ${words[dir]}`} />
    </div>,
  );
  for (const label of container.querySelectorAll("li > label")) {
    const [first = Number.NaN, ...others] = startsOfLines(label, dir);
    expect(others.length).toBeGreaterThan(0);
    for (const start of others) expect(Math.abs(start - first)).toBeLessThan(3);
  }
});

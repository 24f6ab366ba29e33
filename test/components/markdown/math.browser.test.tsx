import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

/** As wide as what draws formulas makes a long one. */
function Wide() {
  return (
    <span role="math" style={{ display: "inline-block", inlineSize: 900, whiteSpace: "nowrap" }}>
      a
    </span>
  );
}

test.each([
  "$$a$$",
  "So:\n$$\na\n$$\nend",
  "**F:** $$a$$",
  "- **Area**: \\[ a \\]",
  "$$a$$.",
  "> so \\[ a \\]",
])("a wide formula in lines of its own scrolls in a box of its own: %j", async (text) => {
  const { container } = render(
    <div style={{ inlineSize: 320, overflow: "auto" }}>
      <Markdown text={text} math={Wide} />
    </div>,
  );
  await screen.findByRole("math");
  const page = container.firstElementChild as Element;
  expect(page.scrollWidth).toBe(page.clientWidth);
  const box = screen.getByRole("group", { name: "Formula" });
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
  box.focus();
  expect(box).toHaveFocus();
});

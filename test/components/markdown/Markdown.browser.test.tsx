import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

const long = "x".repeat(400);

test("a code block scrolls a long line, and wraps it when the user asks for that", async () => {
  render(
    <div style={{ inlineSize: 320 }}>
      <Markdown text={`\`\`\`\n${long}\n\`\`\``} />
    </div>,
  );
  const box = screen.getByRole("group", { name: "Code" });
  const button = await screen.findByRole("button", { name: "Wrap lines" });
  const height = box.clientHeight;
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
  await userEvent.click(button);
  expect(box.scrollWidth).toBe(box.clientWidth);
  expect(box.clientHeight).toBeGreaterThan(2 * height);
  expect(box).toHaveTextContent(long);
  await userEvent.click(button);
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
});

test("a code block keeps its scroll position when its buttons and highlighting load", async () => {
  render(
    <div style={{ inlineSize: 320 }}>
      <Markdown text={`\`\`\`ts\nconst a = "${long}";\n\`\`\``} />
    </div>,
  );
  const box = screen.getByRole("group", { name: "Code ts" });
  box.scrollLeft = 100;
  await expect.poll(() => box.querySelector("[data-token]")).not.toBeNull();
  expect(box.isConnected).toBe(true);
  expect(box.scrollLeft).toBe(100);
});

test.each([
  { outer: "rtl", text: "Trains are cheap[^1].\n\n[^1]: Up to 60 days before.", dir: "ltr" },
  { outer: "ltr", text: "القطار رخيص[^1].\n\n[^1]: حتى ٦٠ يوما.", dir: "rtl" },
])(
  "footnotes of a text in $dir have their numbers at its start in a document in $outer",
  async ({ outer, text, dir }) => {
    render(
      <div dir={outer}>
        <Markdown text={text} />
      </div>,
    );
    const footnote = await screen.findByRole("listitem");
    for (const element of [footnote, footnote.firstElementChild as Element]) {
      expect(getComputedStyle(element).direction).toBe(dir);
    }
  },
);

/** Renders a formula that is wider than its container. */
function WideFormula() {
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
])("a wide display formula scrolls in its own box: %j", async (text) => {
  const { container } = render(
    <div style={{ inlineSize: 320, overflow: "auto" }}>
      <Markdown text={text} math={WideFormula} />
    </div>,
  );
  await screen.findByRole("math");
  const outer = container.firstElementChild as Element;
  expect(outer.scrollWidth).toBe(outer.clientWidth);
  const box = screen.getByRole("group", { name: "Formula" });
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth);
  box.focus();
  expect(box).toHaveFocus();
});

/** Measures where the lines of a text start, from the start edge of the element, in CSS pixels. */
function lineStarts(element: Element, dir: string): number[] {
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

const sampleWords = { ltr: "one two three four five six", rtl: "ميناء في مساء خريف ميناء في مساء" };

test.each([
  { dir: "ltr", density: "comfortable" },
  { dir: "ltr", density: "compact" },
  { dir: "rtl", density: "comfortable" },
] as const)(
  "all lines of a task start at the same position in $dir and $density density",
  ({ dir, density }) => {
    const { container } = render(
      <div dir={dir} data-density={density} style={{ inlineSize: 120 }}>
        <Markdown text={`- [ ] ${sampleWords[dir]}\n  - [x] ${sampleWords[dir]}`} />
      </div>,
    );
    for (const label of container.querySelectorAll("li > label")) {
      const [first = Number.NaN, ...others] = lineStarts(label, dir);
      expect(others.length).toBeGreaterThan(0);
      for (const start of others) expect(Math.abs(start - first)).toBeLessThan(3);
    }
  },
);

test.each([
  ["w\n\n", 200],
  ["# w\n\n", 200],
  ["- w\n\n***\n", 200],
  ["```\nw\n```\n\n", 200],
  ["> w\n\nw\n\n", 200],
  // Divided: no distance shows where.
  ["- w\n", 2000],
  ["1. w\n\n", 2000],
  ["> - w\n", 2000],
  ["> > w\n> >\n", 2000],
] as const)(
  "every repetition of %j has the same height, however many are before it",
  (unit, repetitions) => {
    const heightOf = (text: string) => {
      const { container, unmount } = render(<Markdown text={text} />);
      const { height } = container.getBoundingClientRect();
      unmount();
      return height;
    };
    const one = heightOf(unit.repeat(3)) - heightOf(unit.repeat(2));
    const many = heightOf(unit.repeat(2 + repetitions)) - heightOf(unit.repeat(2));
    expect(many).toBeCloseTo(repetitions * one, 0);
  },
);

test("a long table continues below its last row, with its head again", () => {
  const { container } = render(<Markdown text={`|a|b|\n|-|-|\n${"|x|y|\n".repeat(1500)}`} />);
  const boxes = [...container.querySelectorAll(".agk-table")].map((box) => ({
    head: box.querySelectorAll("th").length,
    rows: box.querySelectorAll("tbody > tr").length,
    ...box.getBoundingClientRect().toJSON(),
  }));
  expect(boxes.length).toBeGreaterThan(1);
  expect(boxes.reduce((sum, { rows }) => sum + rows, 0)).toBe(1500);
  for (const [index, { head, top }] of boxes.entries()) {
    expect(head).toBe(2);
    if (index) expect(top).toBe(boxes[index - 1]?.bottom);
  }
});

test("short rows of a wide table have no more elements than the text has cells", () => {
  const wide = `${"a|".repeat(100)}\n${"-|".repeat(100)}\n`;
  const { container } = render(<Markdown text={wide + "b|c\n".repeat(20)} />);
  expect(container.querySelectorAll("tr")).toHaveLength(21);
  expect(container.querySelectorAll("td")).toHaveLength(40);
});

test("long code is divided into boxes, with the height and the text of the whole", () => {
  const code = "a\n\n\nb c d e\n".repeat(1000);
  const { container } = render(<Markdown text={`\`\`\`\n${code}`} isStreaming />);
  const element = container.querySelector("code") as HTMLElement;
  const boxes = [...element.children];
  expect(boxes.length).toBeGreaterThan(2);
  expect(element.textContent).toBe(code.slice(0, -1));
  const selection = getSelection();
  selection?.selectAllChildren(element);
  expect(selection?.toString().trimEnd()).toBe(code.trimEnd());
  const lineHeight = () => element.getBoundingClientRect().height / 4000;
  const inBoxes = lineHeight();
  element.replaceChildren(code.slice(0, -1));
  // The browser rounds the height of each line.
  expect(inBoxes).toBeCloseTo(lineHeight(), 1);
});

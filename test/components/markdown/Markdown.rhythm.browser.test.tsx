import "../../../src/styles/index.css";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

const blocks = [
  ["a table", "| a | b |\n| - | - |\n| 1 | 2 |", ".agk-table"],
  ["code", "```ts\nlet a;\n```", ".agk-code"],
  ["a quotation", "> Bring a jacket.", "blockquote"],
] as const;

/** Renders a text in a density, and returns the rectangle of the element that a selector matches. */
function renderText(text: string, density?: string) {
  const { container } = render(
    <div className="agk-transcript" data-density={density}>
      <Markdown text={text} />
    </div>,
  );
  return (selector: string) => {
    const element = container.querySelector(selector);
    if (!element) throw new Error(`no ${selector}`);
    return element.getBoundingClientRect();
  };
}

test.each(
  blocks.flatMap(([name, text, selector]) => [
    [name, "comfortable", 16, text, selector] as const,
    [name, "compact", 12, text, selector] as const,
  ]),
)(
  "%s has the same room before and after in %s density, beside paragraphs and before a list",
  (_, density, room, text, selector) => {
    const box = renderText(`Before\n\n${text}\n\nAfter`, density);
    expect(box(selector).top - box("p").bottom).toBeCloseTo(room, 0);
    expect(box(".agk-markdown > p:last-child").top - box(selector).bottom).toBeCloseTo(room, 0);
    const beforeList = renderText(`Before\n\n${text}\n\n- One\n- Two`, density);
    expect(beforeList("ul").top - beforeList(selector).bottom).toBeCloseTo(room, 0);
  },
);

test.each(blocks)("%s at the end of a text adds no room below", (_, text, selector) => {
  const box = renderText(`Before\n\n${text}`);
  expect(box(".agk-markdown").bottom).toBeCloseTo(box(selector).bottom, 0);
});

test.each(["comfortable", "compact"])(
  "headings in %s density are larger the higher their level is",
  (density) => {
    const { container } = render(
      <div className="agk-transcript" data-density={density}>
        <Markdown text={"# One\n\n## Two\n\n### Three\n\nText"} />
      </div>,
    );
    const sizes = [...container.querySelectorAll("h3, h4, h5, p")].map((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    );
    const text = sizes[3] ?? Number.NaN;
    expect(sizes.map((size) => Number((size / text).toFixed(2)))).toEqual([1.5, 1.3, 1.15, 1]);
  },
);

import { cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Block } from "../../../src/components/markdown/Block.tsx";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { longAnswer } from "./longAnswer.ts";

afterEach(() => vi.restoreAllMocks());

interface StreamOptions {
  wrapper?: typeof StrictMode;
  onDelta?: (container: HTMLElement) => void;
}

/** Renders a text that streams in deltas of `step` characters. */
function stream(text: string, step: number, { wrapper, onDelta }: StreamOptions = {}) {
  const view = render(<Markdown text="" isStreaming />, wrapper && { wrapper });
  for (let end = step; end < text.length + step; end += step) {
    view.rerender(<Markdown text={text.slice(0, end)} isStreaming />);
    onDelta?.(view.container);
  }
  return view;
}

describe("while text streams", () => {
  test("Markdown renders only the open block", { timeout: 600_000 }, () => {
    // React reads the component of a memo from this property.
    const component = Block as unknown as { type: (props: object) => unknown };
    const renders = vi.spyOn(component, "type");
    const text = longAnswer(3000);
    const { rerender } = stream(text, 10);
    const updates = text.length / 10;
    const blocks = document.querySelectorAll(".agk-markdown > *").length;
    expect(blocks).toBeGreaterThan(15);
    expect(renders.mock.calls.length).toBeGreaterThanOrEqual(updates);
    // Each block renders a last time when it settles.
    expect(renders.mock.calls.length).toBeLessThanOrEqual(updates + 2 * blocks);

    renders.mockClear();
    rerender(<Markdown text={text} isStreaming allowedImageOrigins={[]} labels={{}} />);
    rerender(<Markdown text={text} isStreaming className="other" />);
    expect(renders).not.toHaveBeenCalled();
  });

  test("settled blocks keep their elements", () => {
    const text = "# Title\n\nOne.\n\n- a\n- b\n- c";
    const { container, rerender } = stream(text, 3);
    const before = [...container.querySelectorAll("h3, p, li")];
    rerender(<Markdown text={`${text}\n- d\n\nTwo.`} isStreaming />);
    const after = [...container.querySelectorAll("h3, p, li")];
    expect(after.slice(0, before.length)).toEqual(before);
    for (const [index, element] of before.entries()) expect(after[index]).toBe(element);
  });

  test("`data-streaming` is on the last block, or on the whole text while it is empty", () => {
    const { container, rerender } = render(<Markdown text="" isStreaming />);
    const streaming = () =>
      [...container.querySelectorAll("[data-streaming]")].map(
        (element) => element.className || element.tagName,
      );
    expect(streaming()).toEqual(["agk-markdown"]);
    rerender(<Markdown text={"One.\n\nTwo"} isStreaming />);
    expect(streaming()).toEqual(["P"]);
    expect(screen.getByText("Two")).toHaveAttribute("data-streaming");
    rerender(<Markdown text={"One.\n\nTwo\n\n```\nThree"} isStreaming />);
    expect(streaming()).toEqual(["agk-code"]);
    rerender(<Markdown text={"One.\n\nTwo\n\n```\nThree"} />);
    expect(streaming()).toEqual([]);
  });

  test.each([
    ["a paragraph", "One.\n\nTwo", "P Two"],
    ["a heading", "One.\n\n## Two", "H4 Two"],
    ["a list", "- one\n- two", "LI two"],
    ["an empty list item", "- one\n- ", "LI "],
    ["a list nested twice", "- a\n  - b\n    - c", "LI c"],
    ["a loose list", "- one\n\n- two", "P two"],
    ["a task", "- [x] one\n- [ ] two", "LI two"],
    ["a quotation", "> One.\n>\n> Two", "P Two"],
    ["a list in a quotation", "> One.\n>\n> - two", "LI two"],
    ["code", "One.\n\n```\nlet a", "CODE let a"],
    ["the head of a table", "| One | Two |\n| --- | --- |\n", "TH Two"],
    ["a row", "| One | Two |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |", "TD 4"],
    ["a row with one cell so far", "| One | Two |\n| --- | --- |\n| 1 | 2 |\n| 3", "TD 3"],
    ["code in a list", "- one\n\n  ```\n  let a", "CODE let a"],
  ])("`data-caret` is only on the element at the end of %s", (_, text, element) => {
    const { container, rerender } = render(<Markdown text={text} isStreaming />);
    const carets = () =>
      [...container.querySelectorAll("[data-caret]")].map(
        ({ tagName, textContent }) => `${tagName} ${textContent?.trim()}`,
      );
    expect(carets()).toEqual([element]);
    rerender(<Markdown text={text} />);
    expect(carets()).toEqual([]);
  });

  test("incomplete syntax, links and headings never appear", () => {
    const links = new Set<string>();
    const { container } = stream(
      "A **bold** word, `code`, [a link](https://a.example/b) and an ![image](https://a.example/c).\n" +
        "- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n\nEnd",
      1,
      {
        onDelta(container) {
          expect(container.textContent).not.toMatch(/[*`|[\]]|---|https/);
          expect(container.querySelector("h3, h4")).toBeNull();
          for (const { href } of container.querySelectorAll("a")) links.add(href);
        },
      },
    );
    expect(container).toHaveTextContent(/^A bold word, code, a link and an .*let a;End$/);
    expect([...links]).toEqual(["https://a.example/b"]);
  });

  test.each([
    ["- a\n  - b", "h3, h4"],
    ["1. Install\n   - `npm`", "h3, h4"],
    ["> a\n> - b", "h3, h4"],
    ["**Bold**", "ul, hr"],
    ["***both***", "ul, hr"],
    ["1. **Title**", "ul, hr"],
    ["- **Title**", "ul ul, hr"],
    ["* **T**", "ul ul, hr"],
    ["One.\n\n**Bold**", "ul, hr"],
    ["- a\n\n**Bold**", "ul ~ ul, li + li, hr"],
    ["3.14 is", "ol"],
    ["12.5 is", "ol"],
    ["-5 degrees", "ul"],
    ["+49 170", "ul"],
    ["#hashtag", "h3"],
    ["> #hashtag", "h3"],
    ["#hashtag\n- b", "h3, h4"],
    ["  {a} is 5*3", "em"],
    ["call foo(a, b, *c) and", "em"],
    ["so is f(g(a), b, **c) and", "strong"],
    ["a value { of, **c} and", "strong"],
    ["then int *p is", "em"],
    ["then float *p is", "em"],
    ["| a |\n|-|\n| 5*3 is ~~x~", "em"],
  ])("%j never renders %s", (text, selector) => {
    const { container } = stream(text, 1, {
      onDelta: (container) => expect(container.querySelector(selector)).toBeNull(),
    });
    expect(container.textContent).toContain(text.match(/\w/g)?.at(-1));
  });

  test.each([
    ["- [x] a", "- [x]"],
    ["1. a", "1."],
    ["One.\n\n--- ", "One.\n\n---"],
  ])("the marker at the start of %j stays hidden up to %j", (text, start) => {
    const shown = new Set<string | null>();
    stream(text.slice(0, start.length), 1, {
      onDelta: (container) => shown.add(container.textContent),
    });
    for (const content of shown) expect("One.").toContain(content);
    cleanup();
    // The rest of the text shows what the marker has become.
    expect(stream(text, 1).container.querySelector("li, hr")).not.toBeNull();
  });

  test.each([
    ["see https://a.example/b/__init__.py and", "https://a.example/b/__init__.py"],
    ["https://a.example/_foo_/bar ", "https://a.example/_foo_/bar"],
    ["https://a.example/*x*/c ", "https://a.example/*x*/c"],
    ["https://a.example/~u/~x~/ ", "https://a.example/~u/~x~/"],
    ["https://a.example/*foo is one ", "https://a.example/*foo"],
    ["见 https://a.example/__init__.py。次", "https://a.example/__init__.py"],
    ["请访问 https://a.example，谢谢大家", "https://a.example"],
    ["参照：https://a.example/b——次", "https://a.example/b"],
    ["[https://a.example/_b](https://a.example)", "https://a.example"],
    ["me@a.example or", "mailto:me@a.example"],
  ])("%j has no formatting and only the link %s", (text, href) => {
    const links = new Set<string | null>();
    const { container } = stream(text, 1, {
      onDelta(container) {
        expect(container.querySelector("em, strong, del")).toBeNull();
        for (const link of container.querySelectorAll("a")) links.add(link.getAttribute("href"));
        expect(text.replace(/[[\]]/g, "")).toContain(container.textContent?.trim());
      },
    });
    expect([...links]).toEqual([href]);
    expect(container.querySelectorAll("a")).toHaveLength(1);
  });

  test.each([
    ["**see https://a.example/b**, and", "see https://a.example/b"],
    ["**参照 https://a.example/b**参照", "参照 https://a.example/b"],
  ])("emphasis closes in the address of %j", (text, bold) => {
    const { container } = stream(text, 1, {
      onDelta: (container) =>
        expect(bold).toContain(container.querySelector("strong")?.textContent ?? ""),
    });
    expect(container.querySelector("strong")?.textContent).toBe(bold);
  });

  test("emphasis around an address with markers in it ends after the address", () => {
    const text = "*see https://a.example/*y*/c*";
    const { container, rerender } = stream(text, 1, {
      onDelta(container) {
        const shown = container.querySelector("em")?.textContent ?? "";
        expect(text).toContain(shown);
        expect(container.textContent).toBe(shown);
        expect(container.querySelector("em em")).toBeNull();
      },
    });
    rerender(<Markdown text={text} />);
    expect(container.querySelector("em a")).toHaveAttribute("href", "https://a.example/*y*/c");
  });

  test("lines in code that look like markers appear immediately", () => {
    const { container } = stream("```\n- a\n-", 1);
    expect(container.querySelector("code")?.textContent).toBe("- a\n-");
  });

  test("an unclosed fence renders as a code block", () => {
    render(<Markdown text={"```py\nprint(1)"} isStreaming />);
    expect(screen.getByRole("group", { name: "Code py" })).toHaveTextContent("print(1)");
  });

  test("completed syntax reverts to text when the text ends there", () => {
    const { container, rerender } = render(<Markdown text="2 **3" isStreaming />);
    expect(container.querySelector("strong")).toHaveTextContent("3");
    rerender(<Markdown text="2 **3" />);
    expect(container).toHaveTextContent("2 **3");
  });
});

test.each([1, 5, 24])(
  "a text streamed in deltas of %i characters renders the same as in one delta",
  { timeout: 600_000 },
  (step) => {
    const text = longAnswer(1100);
    const { container, rerender } = stream(text, step, { wrapper: StrictMode });
    rerender(<Markdown text={text} />);
    const whole = render(<Markdown text={text} />, { wrapper: StrictMode });
    expect(container.innerHTML).toBe(whole.container.innerHTML);
  },
);

test("a replaced text renders without parts of the first", () => {
  const { container, rerender } = render(<Markdown text={"# One\n\nTwo"} isStreaming />);
  rerender(<Markdown text="Three" isStreaming />);
  expect(container).toHaveTextContent(/^Three$/);
});

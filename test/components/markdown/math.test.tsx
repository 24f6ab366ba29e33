import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import type { MathProps } from "../../../src/components/markdown/options.ts";
import { loadExtras } from "./loadExtras.tsx";

loadExtras();

afterEach(() => vi.restoreAllMocks());

function Tex({ code, isDisplay }: MathProps) {
  return <span role="math">{`${isDisplay ? "display" : "inline"} ${code}`}</span>;
}

function formulas(text: string): (string | null)[] {
  const { unmount } = render(<Markdown text={text} math={Tex} />);
  const found = screen.queryAllByRole("math").map(({ textContent }) => textContent);
  unmount();
  return found;
}

describe("formulas", () => {
  test.each([
    ["$x_1$ and $y_2$", ["inline x_1", "inline y_2"]],
    ["**so $a*b$**, \\(c\\)", ["inline a*b", "inline c"]],
    ["it is $$x$$ here", ["display x"]],
    ["$$\na\n- b\n= c\n$$", ["display a\n- b\n= c"]],
    ["Here:\n$$\na\n$$\nwhere", ["display a"]],
    ["\\[\na \\\\\nb\n\\]", ["display a \\\\\nb"]],
    ["\\[ a \\]", ["display a"]],
    ["- so\n  $$\n  a\n  $$", ["display a"]],
    ["```math\na\n```", ["display a"]],
    ["| a |\n|-|\n| $b$ |", ["inline b"]],
    ["$$ a\n- b\n= c\n$$", ["display a\n- b\n= c"]],
    [
      "$$\\begin{aligned}\na &= b \\\\\n+ c\n\\end{aligned}$$",
      ["display \\begin{aligned}\na &= b \\\\\n+ c\n\\end{aligned}"],
    ],
    ["Here:\n$$ a\n- b $$\nwhere", ["display a\n- b"]],
    ["$$\na\n- b\n$$ where $c$", ["display a\n- b", "inline c"]],
    ["$$\na\n$$, and\n- $c$", ["display a", "inline c"]],
    ["\\[ a\n- b\n\\] where \\(c\\)", ["display a\n- b", "inline c"]],
    ["\\[ a \\\\[2pt]\n- b \\]", ["display a \\\\[2pt]\n- b"]],
    ["so $$\na\n$$", ["display a"]],
    ["so $$\na\n$$\nand\n\nb", ["display a"]],
    ["$$ a $$ and $$b$$", ["display a", "display b"]],
    ["The result is $$\nx = 1\n$$ where x is a number.\nMore **of** it.", ["display x = 1"]],
    ["so $$\na\n$$ where\n$$\nb\n$$ is", ["display a", "display b"]],
    ["so $$\na\n$$ where $$\nb\n$$ is", ["display a", "display b"]],
    ["so $$\na\n$$ where $b\n===", ["display a"]],
    ["- so $$\n  a\n  $$ where\n  $$\n  b\n  $$ is", ["display a", "display b"]],
    ["so `$$` is\n$$ a\n- b $$", ["display a\n- b"]],
    ["So $$\nx\n$$\nmore", ["display x"]],
    ["so $$\na\n$$, or \\$$\n$$ b\n- c $$", ["display a", "display b\n- c"]],
    ["so it is $a + \\alpha$", ["inline a + \\alpha"]],
    ["costs \\\\$x and y$ more", ["inline x and y"]],
    ["\\[ a\n\\[ b\n- c\n\\]", ["display b\n- c"]],
  ])("are read in %j", (text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  test.each([
    "$5 and $6",
    "from $ 5 $ on",
    "\\$5$ and",
    "`$a$`",
    "```\n$a$\n```",
    "$$\na\n\nb$",
    "$$ a\n\nb$$",
  ])("are not read in %j", (text) => {
    expect(formulas(text)).toEqual([]);
  });

  test("that are none after all leave text as it is", () => {
    const { container } = render(<Markdown text={"So\n$$ is **bold**\n\n- b"} math={Tex} />);
    expect(container).toHaveTextContent("So $$ is bold");
    expect(container.querySelectorAll("p")).toHaveLength(1);
    expect(container.querySelector("strong")).toBeVisible();
  });

  test.each([
    ["\\[Note] see **this** and [docs](https://a.example)", "[Note] see this and docs"],
    ["\\[Note] see **this**\nand [docs](https://a.example)", "[Note] see this and docs"],
    [
      "- \\[x] **done** [docs](https://a.example)\n- \\[ ] open\n\nend",
      /^\[x\] done docs\[ \] open/,
    ],
    ["> \\[!NOTE] see **this** [docs](https://a.example)\n\nend", /^\[!NOTE\] see this docs/],
    ["$$ is **two** [docs](https://a.example)", "$$ is two docs"],
    ["as[^1]\n\n[^1]: $$ is **two** [docs](https://a.example)", /is two docs/],
  ])("are none where nothing closes them: %j", (text, shown) => {
    for (const isStreaming of [false, true]) {
      const { container, unmount } = render(
        <Markdown text={text} math={Tex} isStreaming={isStreaming} />,
      );
      expect(container).toHaveTextContent(shown);
      expect(container.querySelector("strong")).toBeVisible();
      expect(screen.getByRole("link", { name: "docs" })).toBeVisible();
      unmount();
    }
  });

  test("leave the text behind them to a paragraph of its own", () => {
    const { container } = render(<Markdown text={"$$\na\n$$ where *b* is\nc"} math={Tex} />);
    expect(container.querySelector("p")).toHaveTextContent(/^where b is c$/);
  });

  test("are text without something to draw them", () => {
    const { container } = render(<Markdown text={"$a$ and \\(b\\)\n\n$$\nc\n$$"} />);
    expect(container).toHaveTextContent("$a$ and (b)$$ c $$");
  });

  test("are what was written when that throws", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("no");
    };
    const { container } = render(<Markdown text={"so $a$\n\n$$\nb\n$$"} math={Broken} />);
    expect(container).toHaveTextContent("so $a$$$ b $$");
  });

  test("in lines of their own are drawn when they are closed, whatever blocks are in them", () => {
    const text = "So:\n\n$$\na\n- b\n\n# c\n$$";
    const { rerender } = render(<Markdown text={"So:\n\n$$\na\n- b"} isStreaming math={Tex} />);
    expect(screen.queryByRole("list")).toBeNull();
    expect(screen.queryByRole("math")).toBeNull();
    rerender(<Markdown text={"So:\n\n$$\na\n- b\n$$"} isStreaming math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("display a - b");
    expect(screen.getByRole("group", { name: "Formula" })).toHaveAttribute("tabindex", "0");
    rerender(<Markdown text={text} math={Tex} />);
    expect(screen.getByRole("heading", { name: "c" })).toBeVisible();
  });

  test("that are not closed when the text ends are text", () => {
    const text = "So:\n\n$$ a\n- b";
    const { rerender } = render(<Markdown text={text} isStreaming math={Tex} />);
    expect(screen.queryByRole("listitem")).toBeNull();
    rerender(<Markdown text={text} math={Tex} />);
    expect(screen.getByRole("listitem")).toHaveTextContent("b");
    // The text may go on after all.
    rerender(<Markdown text={`${text}\n$$`} math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("display a - b");
  });

  test("that begin behind words are drawn as soon as they are closed", () => {
    render(<Markdown text={"So $$\nx\n$$\nmore"} isStreaming math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("display x");
    expect(screen.getByRole("paragraph")).toHaveTextContent(/^So display x more$/);
  });

  test("stay whole while a line that has some arrives", () => {
    const text = "**So $a*b$ and *c*, $x_1$ and \\(y_2\\), not $5.** $$d_3$$ *e*";
    const { container, rerender } = render(<Markdown text="" isStreaming math={Tex} />);
    let most = 0;
    for (let end = 1; end <= text.length; end++) {
      rerender(<Markdown text={text.slice(0, end)} isStreaming math={Tex} />);
      const count = screen.queryAllByRole("math").length;
      // None is taken apart by what follows it.
      expect(count).toBeGreaterThanOrEqual(most);
      most = count;
    }
    expect(most).toBe(4);
    rerender(<Markdown text={text} math={Tex} />);
    const whole = render(<Markdown text={text} math={Tex} />);
    expect(container.innerHTML).toBe(whole.container.innerHTML);
  });

  test("appear in a text that is there when something to draw them comes", () => {
    const { rerender } = render(<Markdown text="so $a$" />);
    rerender(<Markdown text="so $a$" math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("inline a");
  });
});

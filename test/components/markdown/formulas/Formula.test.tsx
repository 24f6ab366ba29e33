import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import type { MathProps } from "../../../../src/components/markdown/markdownOptions.ts";

afterEach(() => vi.restoreAllMocks());

function Tex({ code, isDisplay }: MathProps) {
  return <span role="math">{`${isDisplay ? "display" : "inline"} ${code}`}</span>;
}

function renderedFormulas(text: string): (string | null)[] {
  const { unmount } = render(<Markdown text={text} math={Tex} />);
  const formulas = screen.queryAllByRole("math").map(({ textContent }) => textContent);
  unmount();
  return formulas;
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
    ["as $Na^+$, $x^*$, $x_-$ and $+$", ["inline Na^+", "inline x^*", "inline x_-", "inline +"]],
    ["$f'$, $\\{$, $p*$ and $\\$5$", ["inline f'", "inline \\{", "inline p*", "inline \\$5"]],
    ['"$x$" ($y$), $a$–$b$, $a$/$b$', "xyabab".split("").map((name) => `inline ${name}`)],
    ["$x \\in [0,1[$ or ($y$)", ["inline x \\in [0,1[", "inline y"]],
    ["其中$x$是, 변수$y$는", ["inline x", "inline y"]],
  ])("are read in %j", (text, expected) => {
    expect(renderedFormulas(text)).toEqual(expected);
  });

  test.each([
    "$5 and $6",
    "from $ 5 $ on",
    "\\$5$ and",
    "`$a$`",
    "```\n$a$\n```",
    "$$\na\n\nb$",
    "$$ a\n\nb$$",
    "5$/Monat oder 50$/Jahr",
    "about 10$, maybe 20$.",
    "(10$) or (20$)",
    "$AAPL/$TSLA",
    '$100 ("$AAPL")',
    "Total: $3x + $2y = $20",
    "$PATH:$HOME",
    "for $20 (~$6k)",
  ])("are not read in %j", (text) => {
    expect(renderedFormulas(text)).toEqual([]);
  });

  test.each([
    ["It costs $5 and `$HOME` is set.", ["$HOME"]],
    ["Set $PATH and `$HOME` now.", ["$HOME"]],
    ["Costs $20. Use `$x` or `$y`.", ["$x", "$y"]],
    ["- $5: `$a`", ["$a"]],
    ["costs $5, the `y$` too", ["y$"]],
    ["$a `code` b$", ["code"]],
  ])("leave code unchanged: %j", (text, expected) => {
    const { container } = render(<Markdown text={text} math={Tex} />);
    expect(screen.queryByRole("math")).toBeNull();
    const codes = [...container.querySelectorAll("code")].map(({ textContent }) => textContent);
    expect(codes).toEqual(expected);
  });

  test.each([
    ["Each ticket costs $12 ($x$ of them).", "Each ticket costs $12 (inline x of them)."],
    ["costs $20 and **$x$** is", "costs $20 and inline x is"],
    ["costs $20 and (_$x$_) is", "costs $20 and (inline x) is"],
    ["Bob pays $900-$x$", "Bob pays $900-inline x"],
    ["It costs $20/$x$", "It costs $20/inline x"],
    ["$30 +$x$", "$30 +inline x"],
    ["$5–$n$", "$5–inline n"],
    ['$20 for A; "$x$"', '$20 for A; "inline x"'],
    ["$20 „$x$“ or »$x$«", "$20 „inline x“ or »inline x«"],
    ["10$ for $x$", "10$ for inline x"],
  ])("are distinguished from prices: %j", (text, shown) => {
    const { container } = render(<Markdown text={text} math={Tex} />);
    expect(container).toHaveTextContent(shown);
  });

  test.each([
    ["2*3 and $a*b$ is", "2*3 and <f>a*b</f> is"],
    ["*where $x^*$ is the optimum*", "<em>where <f>x^*</f> is the optimum</em>"],
    ["_where $x_{i}$ is small_", "<em>where <f>x_{i}</f> is small</em>"],
    ["is *$y^*$*", "is <em><f>y^*</f></em>"],
    ["**where $x^{**}$ is**", "<strong>where <f>x^{**}</f> is</strong>"],
    ["*a \\(b*c\\)* d", "<em>a <f>b*c</f></em> d"],
    ["~a $x~y$ b", "~a <f>x~y</f> b"],
    ["*a `$` b* $c$ `$`*", "<em>a <code>$</code> b</em> <f>c</f> <code>$</code>*"],
    ["*a \\$b* c$", "<em>a $b</em> c$"],
  ])("contain no emphasis: %j", (text, expected) => {
    const F = ({ code }: MathProps) => <var>{code}</var>;
    const { container } = render(<Markdown text={text} math={F} />);
    const { innerHTML = "" } = container.querySelector("p") ?? {};
    const formula = /<span class="agk-custom"><var>(.*?)<\/var><\/span>/g;
    expect(innerHTML.replace(formula, "<f>$1</f>").replaceAll(' dir="ltr"', "")).toBe(expected);
  });

  test("in display mode are in a labeled box inside a paragraph, but not inside a link", () => {
    const errors = vi.spyOn(console, "error");
    render(<Markdown text={"So: $$a$$ and $b$, [$$c$$](https://a.example)"} math={Tex} />);
    expect(screen.getByRole("group", { name: "Formula" })).toHaveTextContent(/^display a$/);
    expect(screen.getByRole("link")).toHaveTextContent("display c");
    expect(errors).not.toHaveBeenCalled();
  });

  test("leave `$$` without a closing delimiter as text, with its Markdown", () => {
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
  ])("are text without a closing delimiter: %j", (text, shown) => {
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

  test("are followed by a paragraph for the text after them", () => {
    const { container } = render(<Markdown text={"$$\na\n$$ where *b* is\nc"} math={Tex} />);
    expect(container.querySelector("p")).toHaveTextContent(/^where b is c$/);
  });

  test("are text without a `math` component", () => {
    const { container } = render(<Markdown text={"$a$ and \\(b\\)\n\n$$\nc\n$$"} />);
    expect(container).toHaveTextContent("$a$ and (b)$$ c $$");
  });

  test("are shown as their source when the `math` component throws", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("no");
    };
    const { container } = render(<Markdown text={"so $a$\n\n$$\nb\n$$"} math={Broken} />);
    expect(container).toHaveTextContent("so $a$$$ b $$");
  });

  test("in display mode render once closed, whatever Markdown they contain", () => {
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

  test("without a closing delimiter at the end of the text become text", () => {
    const text = "So:\n\n$$ a\n- b";
    const { rerender } = render(<Markdown text={text} isStreaming math={Tex} />);
    expect(screen.queryByRole("listitem")).toBeNull();
    rerender(<Markdown text={text} math={Tex} />);
    expect(screen.getByRole("listitem")).toHaveTextContent("b");
    // More text may still arrive.
    rerender(<Markdown text={`${text}\n$$`} math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("display a - b");
  });

  test("render once closed when they start after text on a line", () => {
    render(<Markdown text={"So $$\nx\n$$\nmore"} isStreaming math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("display x");
    expect(screen.getByRole("paragraph")).toHaveTextContent(/^So display x more$/);
  });

  test("never disappear while the rest of their line streams", () => {
    const text = "**So $a*b$ and *c*, $x_1$ and \\(y_2\\), not $5.** $$d_3$$ *e*";
    const { container, rerender } = render(<Markdown text="" isStreaming math={Tex} />);
    let maximum = 0;
    for (let end = 1; end <= text.length; end++) {
      rerender(<Markdown text={text.slice(0, end)} isStreaming math={Tex} />);
      const count = screen.queryAllByRole("math").length;
      // Later text never splits a formula.
      expect(count).toBeGreaterThanOrEqual(maximum);
      maximum = count;
    }
    expect(maximum).toBe(4);
    rerender(<Markdown text={text} math={Tex} />);
    const whole = render(<Markdown text={text} math={Tex} />);
    expect(container.innerHTML).toBe(whole.container.innerHTML);
  });

  test("appear in a mounted text when a `math` component is set", () => {
    const { rerender } = render(<Markdown text="so $a$" />);
    rerender(<Markdown text="so $a$" math={Tex} />);
    expect(screen.getByRole("math")).toHaveTextContent("inline a");
  });
});

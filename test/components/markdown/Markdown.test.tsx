import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function html(text: string): string {
  const { container } = render(<Markdown text={text} />);
  return container.querySelector(".agk-markdown")?.innerHTML ?? "";
}

describe("Markdown syntax", () => {
  test.each([
    ["**a** *b* ~~c~~", '<p dir="auto"><strong>a</strong> <em>b</em> <del>c</del></p>'],
    ["`a < b &amp; c`", '<p dir="auto"><code dir="ltr">a &lt; b &amp;amp; c</code></p>'],
    ["a  \nb", '<p dir="auto">a<br>b</p>'],
    ["a &lt;b&gt; &amp; \\*c\\* &copy;", '<p dir="auto">a &lt;b&gt; &amp; *c* ©</p>'],
    ["---", '<hr dir="auto">'],
    ["> a\n>\n> b", '<blockquote dir="auto"><p>a</p><p>b</p></blockquote>'],
    ["3. a\n4. b", '<ol dir="auto" start="3"><li>a</li><li>b</li></ol>'],
    ["- a\n  - b", '<ul dir="auto"><li>a<ul><li>b</li></ul></li></ul>'],
    ["- a\n\n- b", '<ul dir="auto"><li><p>a</p></li><li><p>b</p></li></ul>'],
  ])("renders %j", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  test.each([
    ["これは**「重要」**です", "「重要」"],
    ["**100%**です", "100%"],
    ["**[リンク](https://a.example)**は", "リンク"],
  ])("renders %j with bold text", (text, bold) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector("strong")?.textContent).toBe(bold);
  });

  test.each(["25~30, 31~35", "~`5` and `6`~", "~`$5`~ ~[6](https://a.example)~"])(
    "strikes out no numbers between single tildes in %j",
    (text) => {
      expect(html(text)).not.toContain("<del>");
    },
  );

  test("renders headings from the third to the sixth level", () => {
    render(<Markdown text={"# a\n\n## b\n\n#### d\n\n###### f"} />);
    const levels = screen
      .getAllByRole("heading")
      .map(({ tagName, textContent }) => [tagName, textContent]);
    expect(levels).toEqual([
      ["H3", "a"],
      ["H4", "b"],
      ["H6", "d"],
      ["H6", "f"],
    ]);
  });

  test("sets `dir=auto` on each block, and `ltr` on code", () => {
    const { container } = render(<Markdown text={"`x` שלום\n\n- שלום\n\n```\na\n```"} />);
    const directions = [...container.querySelectorAll(".agk-markdown > *")].map((block) =>
      block.getAttribute("dir"),
    );
    expect(directions).toEqual(["auto", "auto", "ltr"]);
    expect(container.querySelector("li")).not.toHaveAttribute("dir");
  });
});

describe("raw HTML", () => {
  test.each([
    "<script>alert(1)</script>",
    "<div onclick=alert(1)>\nx\n</div>",
    "a <img src=x onerror=alert(1)> b",
    "<!-- comment -->",
    "<iframe src=https://a.example></iframe>",
  ])("is shown as text: %j", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container).toHaveTextContent(text.replace(/\n/g, " "));
    expect(container.querySelector("script, img, iframe, [onclick]")).toBeNull();
  });

  test("renders <br> in a table cell as a line break", () => {
    expect(html("|a|\n|-|\n|b<br/>c|")).toContain("b<br>c");
  });
});

describe("links", () => {
  test("open in a new tab without an opener or a referrer", () => {
    render(<Markdown text={'[a](https://a.example/?b=1&amp;c=2 "d &amp; e")'} />);
    const link = screen.getByRole("link", { name: "a" });
    expect(link).toHaveAttribute("href", "https://a.example/?b=1&c=2");
    expect(link).toHaveAttribute("title", "d & e");
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  test("are created from bare addresses, without decoding entities", () => {
    render(<Markdown text={"https://a.example/?a=1&amp=2 a@b.example <https://c.example>"} />);
    const addresses = screen
      .getAllByRole("link")
      .map((link) => [link.getAttribute("href"), link.textContent]);
    expect(addresses).toEqual([
      ["https://a.example/?a=1&amp=2", "https://a.example/?a=1&amp=2"],
      ["mailto:a@b.example", "a@b.example"],
      ["https://c.example", "https://c.example"],
    ]);
  });

  test.each([
    ["詳しくはhttps://a.example/b。次に", "https://a.example/b"],
    ["見て（https://a.example/b）ね", "https://a.example/b"],
    ["请看 https://a.example/b，然后", "https://a.example/b"],
    ["「https://a.example/日本」", "https://a.example/日本"],
    ["请看 https://a.example/b——说明", "https://a.example/b"],
    ["https://a.example/b—説明", "https://a.example/b"],
    ["https://a.example/b・次", "https://a.example/b"],
    ["https://a.example/b‥", "https://a.example/b"],
    ["https://a.example/b﹐然后", "https://a.example/b"],
    ["https://a.example/b—c", "https://a.example/b—c"],
  ])("from a bare address end before CJK punctuation: %s", (text, address) => {
    render(<Markdown text={text} />);
    expect(screen.getByRole("link")).toHaveTextContent(address);
    expect(screen.getByRole("link").textContent).toBe(address);
  });

  test.each([
    "[a](javascript:alert`1`)",
    "[a](javascript&colon;alert`1`)",
    "[a](&#106;avascript:alert`1`)",
    "[a](java&#9;script:alert`1`)",
    "[a](<java\tscript:alert`1`>)",
    "[a](\\javascript:alert`1`)",
    "[a](data:text/html;base64,AAAA)",
    "[a](/settings)",
    "[a](//evil.example)",
    "[a]\n\n[a]: javascript:alert`1`",
    "<javascript:alert`1`>",
  ])("to other schemes or relative addresses are text: %s", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector("a, [href]")).toBeNull();
  });
});

describe("images", () => {
  const remote = "![A cat](https://img.example/cat.png?q=secret)";

  test("from other origins load only after a click", async () => {
    const { container } = render(<Markdown text={remote} />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.innerHTML).not.toContain("secret");
    await userEvent.click(screen.getByRole("button", { name: /Load image from img\.example/ }));
    const image = screen.getByRole("img", { name: "A cat" });
    expect(image).toHaveAttribute("src", "https://img.example/cat.png?q=secret");
    expect(image).toHaveAttribute("referrerpolicy", "no-referrer");
    expect(screen.queryByRole("button", { name: /Load image/ })).toBeNull();
  });

  test("take the focus of the button that loaded them", async () => {
    render(<Markdown text="![a cat](https://cats.example/1.png)" />);
    await userEvent.click(await screen.findByRole("button"));
    expect(screen.getByRole("img", { name: "a cat" })).toHaveFocus();
  });

  test("from an allowed origin load immediately", () => {
    render(<Markdown text={remote} allowedImageOrigins={["https://img.example"]} />);
    expect(screen.getByRole("img", { name: "A cat" })).toBeVisible();
  });

  test("wait for another click when the address changes", async () => {
    const { rerender } = render(<Markdown text={remote} />);
    await userEvent.click(screen.getByRole("button"));
    expect(screen.getByRole("img", { name: "A cat" })).toBeVisible();
    rerender(<Markdown text={remote.replace("secret", "other")} />);
    expect(screen.queryByRole("img")).toBeNull();
    await userEvent.click(screen.getByRole("button"));
    expect(screen.getByRole("img", { name: "A cat" })).toHaveAttribute(
      "src",
      "https://img.example/cat.png?q=other",
    );
  });

  test("in a link are shown as their text", () => {
    const { container } = render(<Markdown text={`[${remote}](https://a.example)`} />);
    expect(screen.getByRole("link", { name: "A cat" })).toBeVisible();
    expect(container.querySelector("img, button")).toBeNull();
  });

  test("with a bitmap in a data URL are shown", () => {
    render(<Markdown text="![dot](data:image/png;base64,AAAA)" />);
    expect(screen.getByRole("img", { name: "dot" })).toBeVisible();
  });

  test.each([
    "![dot](data:image/svg+xml;base64,AAAA)",
    "![dot](javascript:alert`1`)",
    "![dot](/private.png)",
  ])("with an unsafe address are shown as their text: %s", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container).toHaveTextContent(/^dot$/);
    expect(container.querySelector("img, button")).toBeNull();
  });
});

describe("task lists", () => {
  test("have disabled checkboxes named by their text", () => {
    render(<Markdown text={"- [x] one **thing**\n- [ ] another\n- third"} />);
    const done = screen.getByRole("checkbox", { name: "one thing" });
    expect(done).toBeChecked();
    expect(done).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: "another" })).not.toBeChecked();
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
  });

  test("have the checkbox in the paragraph of a loose item", () => {
    render(<Markdown text={"- [x] one\n\n- [ ] two"} />);
    expect(screen.getByRole("checkbox", { name: "one" }).closest("p")).not.toBeNull();
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  });
});

describe("tables", () => {
  const table = "| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | 3 |\n| 4 |";

  test("scroll in a labeled, focusable box", () => {
    render(<Markdown text={table} labels={{ table: "Tabelle" }} />);
    const box = screen.getByRole("group", { name: "Tabelle" });
    expect(box).toHaveAttribute("tabindex", "0");
    expect(within(box).getAllByRole("row")).toHaveLength(3);
    expect(within(box).getAllByRole("columnheader")).toHaveLength(3);
    expect(within(box).getAllByRole("cell")).toHaveLength(6);
  });

  test("align columns by logical values", () => {
    render(<Markdown text={table} />);
    const aligned = screen
      .getAllByRole("columnheader")
      .map((cell) => cell.getAttribute("data-align"));
    expect(aligned).toEqual(["start", "center", "end"]);
  });
});

describe("code blocks", () => {
  const code = '```ts title=a.ts\nconst a = 1 < 2 && "&amp;";\n\n```';

  test("show their text literally, with their language", () => {
    render(<Markdown text={code} />);
    const block = screen.getByRole("group", { name: "Code ts" });
    expect(block).toHaveAttribute("tabindex", "0");
    expect(block.textContent).toBe('const a = 1 < 2 && "&amp;";\n');
    expect(screen.getByText("ts")).toBeVisible();
  });

  test("have no live region until the user copies one", async () => {
    const { container } = render(<Markdown text={"```sh\nls\n```"} />);
    await screen.findByRole("button", { name: "Copy" });
    expect(container.querySelector("[aria-live], [role=status]")).toBeNull();
  });

  test("can be copied, with a confirmation for two seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
    const write = vi.spyOn(navigator.clipboard, "writeText");
    render(<Markdown text={code} labels={{ copy: "Kopieren" }} />);
    await user.click(screen.getByRole("button", { name: "Kopieren" }));
    expect(write).toHaveBeenCalledWith('const a = 1 < 2 && "&amp;";\n');
    expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole("button", { name: "Kopieren" })).toBeVisible();
  });

  test("are selected when the clipboard is unavailable", async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    // Without highlighting, which would wait for the selection.
    render(<Markdown text={code} highlight={false} />);
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(String(getSelection())).toContain("const a");
    expect(screen.getByRole("button", { name: "Copy" })).toBeVisible();
  });
});

test("Markdown adds `className` after its own class", () => {
  const { container } = render(<Markdown text="a" className="mine" />);
  expect(container.firstElementChild).toHaveClass("agk-markdown", "mine");
});

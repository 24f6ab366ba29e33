import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { highlightCode } from "../../../../src/components/markdown/code/highlightCode.ts";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import type { HighlightCode } from "../../../../src/components/markdown/markdownOptions.ts";

const open = "```ts\nconst a = 1; // one\n";
const code = `${open}\`\`\``;

function highlightedTokens(container: Element): (string | null)[][] {
  return [...container.querySelectorAll("[data-token]")].map((element) => [
    element.getAttribute("data-token"),
    element.textContent?.trim() ?? null,
  ]);
}

afterEach(() => vi.restoreAllMocks());

describe("code highlighting", () => {
  test("appears once the highlighter has loaded, and changes no character", async () => {
    const { container } = render(<Markdown text={code} />);
    const block = screen.getByRole("group", { name: "Code ts" });
    const plain = block.textContent;
    expect(highlightedTokens(container)).toEqual([]);
    await waitFor(() => expect(highlightedTokens(container)).not.toEqual([]));
    expect(highlightedTokens(container)).toEqual([
      ["keyword", "const"],
      ["value", "1"],
      ["comment", "// one"],
    ]);
    expect(block.textContent).toBe(plain);
    expect(container.querySelector("[style]")).toBeNull();
  });

  test("colors a diff by its lines", async () => {
    const { container } = render(<Markdown text={"```diff\n-a\n+b\n c\n```"} />);
    await waitFor(() =>
      expect(highlightedTokens(container)).toEqual([
        ["removed", "-a"],
        ["added", "+b"],
      ]),
    );
  });

  test("colors the keywords of SQL that databases add to the standard", async () => {
    const sql = "SELECT a.limit FROM a WHERE b ILIKE c LIMIT 3\nreturning a";
    const { container } = render(<Markdown text={`\`\`\`sql\n${sql}\n\`\`\``} />);
    await waitFor(() => expect(highlightedTokens(container)).not.toEqual([]));
    expect(highlightedTokens(container).filter(([name]) => name === "keyword")).toEqual(
      ["SELECT", "FROM", "WHERE", "ILIKE", "LIMIT", "returning"].map((word) => ["keyword", word]),
    );
  });

  test.each([
    ["rust", "let a = 1; // one\n/* two */\n/// three", ["// one\n/* two */\n/// three"]],
    ["python", "a = 1  # one", ["# one"]],
    ["sql", "select 1 -- one", ["-- one"]],
    ["go", "a := `// no\n\\` // one", ["// one"]],
    ["tsx", "const a = <p>see // this</p>; // one", ["// one"]],
    ["html", "<!-- one --><script>let a; // two\n</script>", ["<!-- one -->", "// two"]],
    ["yaml", "a: b # one", ["# one"]],
    ["sh", "ls # one", ["# one"]],
    ["clj", "(a) ; one", ["; one"]],
    ["cmake", "set(A 1) # one", ["# one"]],
    ["bat", "echo a\nrem one", ["rem one"]],
    ["ex", "a = 1 # one", ["# one"]],
    ["elm", "a = 1 -- one", ["-- one"]],
    ["erl", "a() -> 1. % one", ["% one"]],
    ["f90", "a = 1 ! one", ["! one"]],
    ["f#", "let a = 1 // one", ["// one"]],
    ["glsl", "float a; // one", ["// one"]],
    ["gradle", "def a = 1 // one", ["// one"]],
    ["hs", "a = 1 -- one", ["-- one"]],
    ["jl", "a = 1 # one", ["# one"]],
    ["tex", "\\a % one", ["% one"]],
    ["less", "// one\na { b: c }", ["// one"]],
    ["lisp", "(a) ; one", ["; one"]],
    ["make", "# one\na: b", ["# one"]],
    ["matlab", "a = 1; % one", ["% one"]],
    ["nginx", "a b; # one", ["# one"]],
    ["nim", "var a = 1 # one", ["# one"]],
    ["nix", "a = 1; # one", ["# one"]],
    ["objc", "int a; // one", ["// one"]],
    ["ocaml", "let a = 1 (* one *)", ["(* one *)"]],
    ["pl", "my $a; # one", ["# one"]],
    ["dotenv", "# one\nA=b", ["# one"]],
    ["proto", "int32 a = 1; // one", ["// one"]],
    ["scm", "(a) ; one", ["; one"]],
    ["vb", "Dim a ' one", ["' one"]],
    ["sv", "wire a; // one", ["// one"]],
    ["vim", 'let a = 1\n" one', ['" one']],
    ["wat", "(a) ;; one", [";; one"]],
    ["asm", "mov a, b ; one", ["; one"]],
  ])("colors the comments of %s and nothing else as one", async (language, source, comments) => {
    const { container } = render(<Markdown text={`\`\`\`\`${language}\n${source}\n\`\`\`\``} />);
    await waitFor(() => expect(highlightedTokens(container)).not.toEqual([]));
    const colored = highlightedTokens(container).filter(([name]) => name === "comment");
    expect(colored.map(([, text]) => text)).toEqual(comments);
    expect(screen.getByRole("group").textContent).toBe(source);
  });

  test("colors a raw string of Go as one string", async () => {
    const { container } = render(<Markdown text={"```go\na := `b\n\\`\nvar c = 1\n```"} />);
    await waitFor(() =>
      expect(highlightedTokens(container)).toEqual([
        ["string", "`b\n\\`"],
        ["keyword", "var"],
        ["value", "1"],
      ]),
    );
  });

  test("calls `highlight` once, after the fence has closed", async () => {
    const highlight = vi.fn<HighlightCode>((text) => <mark>{text}</mark>);
    const { rerender, container } = render(<Markdown text="" isStreaming />);
    for (let end = 1; end <= code.length; end++) {
      // New objects with every render, as options that are written inline.
      rerender(
        <Markdown
          text={code.slice(0, end)}
          isStreaming
          highlight={(...args) => highlight(...args)}
          codeBlocks={{}}
        />,
      );
      await act(async () => {});
      if (end < code.length) expect(highlight).not.toHaveBeenCalled();
    }
    expect(highlight.mock.calls.map(([...args]) => args.slice(0, 2))).toEqual([
      ["const a = 1; // one", "ts"],
    ]);
    expect(container.querySelector("mark")).toHaveTextContent("const a = 1; // one");
    rerender(<Markdown text={`${code}\n\nMore.`} highlight={(...args) => highlight(...args)} />);
    await act(async () => {});
    expect(highlight).toHaveBeenCalledTimes(1);
  });

  test("highlights a block whose fence never closes when the text ends", async () => {
    const highlight = vi.fn(async (text: string) => <mark>{text}</mark>);
    const { rerender, container } = render(
      <Markdown text={open} isStreaming highlight={highlight} />,
    );
    rerender(<Markdown text={open} highlight={highlight} />);
    await waitFor(() => expect(container.querySelector("mark")).toBeVisible());
  });

  test.each([
    ["when `highlight` is false", code, false],
    ["for a block without a language", "```\na\n```", undefined],
    ["for a very long block", `\`\`\`ts\n${"let a;\n".repeat(3000)}\`\`\``, undefined],
  ] as const)("does not call `highlight` %s", async (_, text, off) => {
    const highlight = vi.fn(() => "never");
    render(<Markdown text={text} highlight={off ?? highlight} />);
    await act(async () => {});
    expect(highlight).not.toHaveBeenCalled();
    expect(screen.getByRole("group").textContent).toBe(text.split("\n").slice(1, -1).join("\n"));
  });

  test.each([
    ["fails", () => Promise.reject(new Error("offline"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["returns null", () => null],
  ])("leaves the code as it is, without an error, when `highlight` %s", async (_, highlight) => {
    const consoleError = vi.spyOn(console, "error");
    render(<Markdown text={code} highlight={highlight} />);
    await act(async () => {});
    expect(screen.getByRole("group").textContent).toBe("const a = 1; // one");
    expect(consoleError).not.toHaveBeenCalled();
  });

  describe("with a slow `highlight`", () => {
    const requests: { text: string; signal: AbortSignal; finish: (node: ReactNode) => void }[] = [];
    const highlight: HighlightCode = (text, _language, signal) =>
      new Promise((finish) => requests.push({ text, signal, finish }));

    beforeEach(() => {
      requests.length = 0;
    });

    test("aborts and ignores the result when the code changes", async () => {
      const { rerender, container } = render(<Markdown text={code} highlight={highlight} />);
      rerender(<Markdown text={"```ts\nlet b;\n```"} highlight={highlight} />);
      expect(requests.map(({ text, signal }) => [text, signal.aborted])).toEqual([
        ["const a = 1; // one", true],
        ["let b;", false],
      ]);
      await act(async () => requests[0]?.finish(<mark>old</mark>));
      expect(container.querySelector("mark")).toBeNull();
      await act(async () => requests[1]?.finish(<mark>new</mark>));
      expect(container.querySelector("mark")).toHaveTextContent("new");
    });

    test("aborts when the block unmounts", () => {
      render(<Markdown text={code} highlight={highlight} />).unmount();
      expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    });

    test.each([
      ["false", false],
      ["the default", undefined],
    ] as const)("ignores the result when `highlight` has changed to %s", async (_, current) => {
      const { rerender, container } = render(<Markdown text={code} highlight={highlight} />);
      rerender(<Markdown text={code} highlight={current} />);
      await act(async () => requests[0]?.finish(<mark>old</mark>));
      expect(requests[0]?.signal.aborted).toBe(true);
      expect(container.querySelector("mark")).toBeNull();
      if (current !== false)
        await waitFor(() => expect(highlightedTokens(container)).not.toEqual([]));
    });

    test("skips an aborted block in the default highlighter", async () => {
      const controller = new AbortController();
      const highlighted = highlightCode("let a;", "ts", controller.signal);
      controller.abort();
      expect(await highlighted).toBe("let a;");
    });
  });

  test("removes the highlighting when `highlight` becomes false", async () => {
    const { rerender, container } = render(
      <Markdown text={code} highlight={(text) => <mark>{text}</mark>} />,
    );
    await waitFor(() => expect(container.querySelector("mark")).toBeVisible());
    rerender(<Markdown text={code} highlight={false} />);
    expect(container.querySelector("mark")).toBeNull();
  });

  test("leaves code in an unknown language and minified lines unchanged", async () => {
    expect(await highlightCode("a b", "constructor")).toBe("a b");
    expect(await highlightCode("a b", "klingon")).toBe("a b");
    const long = `"${"x".repeat(3000)}"`;
    expect(await highlightCode(long, "json")).toBe(long);
  });
});

describe("the wrap button", () => {
  test("wraps long lines, and keeps them wrapped while more text streams", async () => {
    const { container, rerender } = render(<Markdown text={open} isStreaming />);
    const button = screen.getByRole("button", { name: "Wrap lines" });
    expect(button).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(button);
    rerender(<Markdown text={`${code}\n\nMore.`} isStreaming />);
    expect(screen.getByRole("button", { name: "Wrap lines" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(container.querySelector(".agk-code")).toHaveAttribute("data-wrapped");
    await userEvent.click(screen.getByRole("button", { name: "Wrap lines" }));
    expect(container.querySelector(".agk-code")).not.toHaveAttribute("data-wrapped");
  });
});

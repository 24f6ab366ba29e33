import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { highlightCode } from "../../../src/components/markdown/code/highlightCode.ts";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import type {
  CodeBlockProps,
  Highlight,
} from "../../../src/components/markdown/markdownOptions.ts";
import { loadExtras } from "./loadExtras.tsx";

loadExtras();

afterEach(() => vi.restoreAllMocks());

const open = "```ts\nconst a = 1; // one\n";
const code = `${open}\`\`\``;

function colors(container: Element): (string | null)[][] {
  return [...container.querySelectorAll("[data-token]")].map((element) => [
    element.getAttribute("data-token"),
    element.textContent?.trim() ?? null,
  ]);
}

describe("the colours of code", () => {
  test("come when they are loaded, and change no character", async () => {
    const { container } = render(<Markdown text={code} />);
    const block = screen.getByRole("group", { name: "Code ts" });
    const plain = block.textContent;
    expect(colors(container)).toEqual([]);
    await waitFor(() => expect(colors(container)).not.toEqual([]));
    expect(colors(container)).toEqual([
      ["keyword", "const"],
      ["value", "1"],
      ["comment", "// one"],
    ]);
    expect(block.textContent).toBe(plain);
    expect(container.querySelector("[style]")).toBeNull();
  });

  test("of a comparison are those of its lines", async () => {
    const { container } = render(<Markdown text={"```diff\n-a\n+b\n c\n```"} />);
    await waitFor(() =>
      expect(colors(container)).toEqual([
        ["removed", "-a"],
        ["added", "+b"],
      ]),
    );
  });

  test("are asked for once the fence has closed, and once", async () => {
    const highlight = vi.fn<Highlight>((text) => <mark>{text}</mark>);
    const { rerender, container } = render(<Markdown text="" isStreaming />);
    for (let end = 1; end <= code.length; end++) {
      // Another function and another object each time, as they are when written inline.
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

  test("of a fence that never closes come with the end of the text", async () => {
    const highlight = vi.fn(async (text: string) => <mark>{text}</mark>);
    const { rerender, container } = render(
      <Markdown text={open} isStreaming highlight={highlight} />,
    );
    rerender(<Markdown text={open} highlight={highlight} />);
    await waitFor(() => expect(container.querySelector("mark")).toBeVisible());
  });

  test.each([
    ["when they are turned off", code, false],
    ["without a language", "```\na\n```", undefined],
    ["when it is very long", `\`\`\`ts\n${"let a;\n".repeat(3000)}\`\`\``, undefined],
  ] as const)("are not asked for %s", async (_, text, off) => {
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
    ["says nothing", () => null],
  ])("are left out, silently, when the application's function %s", async (_, highlight) => {
    const complaints = vi.spyOn(console, "error");
    render(<Markdown text={code} highlight={highlight} />);
    await act(async () => {});
    expect(screen.getByRole("group").textContent).toBe("const a = 1; // one");
    expect(complaints).not.toHaveBeenCalled();
  });

  describe("that are late", () => {
    const asked: { text: string; signal: AbortSignal; finish: (node: ReactNode) => void }[] = [];
    const highlight: Highlight = (text, _language, signal) =>
      new Promise((finish) => asked.push({ text, signal, finish }));

    beforeEach(() => {
      asked.length = 0;
    });

    test("are not shown on other code, and said to be not wanted", async () => {
      const { rerender, container } = render(<Markdown text={code} highlight={highlight} />);
      rerender(<Markdown text={"```ts\nlet b;\n```"} highlight={highlight} />);
      expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
        ["const a = 1; // one", true],
        ["let b;", false],
      ]);
      await act(async () => asked[0]?.finish(<mark>old</mark>));
      expect(container.querySelector("mark")).toBeNull();
      await act(async () => asked[1]?.finish(<mark>new</mark>));
      expect(container.querySelector("mark")).toHaveTextContent("new");
    });

    test("are said to be not wanted when the block is gone", () => {
      render(<Markdown text={code} highlight={highlight} />).unmount();
      expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    });

    test.each([
      ["none", false],
      ["those of another kind", undefined],
    ] as const)("are not shown where %s are wanted now", async (_, now) => {
      const { rerender, container } = render(<Markdown text={code} highlight={highlight} />);
      rerender(<Markdown text={code} highlight={now} />);
      await act(async () => asked[0]?.finish(<mark>old</mark>));
      expect(asked[0]?.signal.aborted).toBe(true);
      expect(container.querySelector("mark")).toBeNull();
      if (now !== false) await waitFor(() => expect(colors(container)).not.toEqual([]));
    });

    test("cost nothing in a block that is gone", async () => {
      const stop = new AbortController();
      const colored = highlightCode("let a;", "ts", stop.signal);
      stop.abort();
      expect(await colored).toBe("let a;");
    });
  });

  test("go when they are turned off", async () => {
    const { rerender, container } = render(
      <Markdown text={code} highlight={(text) => <mark>{text}</mark>} />,
    );
    await waitFor(() => expect(container.querySelector("mark")).toBeVisible());
    rerender(<Markdown text={code} highlight={false} />);
    expect(container.querySelector("mark")).toBeNull();
  });

  test("are none in a language that is not known, and in lines nobody has written", async () => {
    expect(await highlightCode("a b", "constructor")).toBe("a b");
    expect(await highlightCode("a b", "klingon")).toBe("a b");
    const long = `"${"x".repeat(3000)}"`;
    expect(await highlightCode(long, "json")).toBe(long);
  });
});

describe("lines of code", () => {
  test("are broken by a button, and stay so while the text goes on", async () => {
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

describe("code that the application draws", () => {
  const Diagram = ({ code, language }: CodeBlockProps) => <figure>{`${language}: ${code}`}</figure>;
  const diagram = "```Mermaid\ngraph LR\n```";

  test("is code until its fence has closed", () => {
    const { rerender } = render(
      <Markdown text={diagram.slice(0, -1)} isStreaming codeBlocks={{ mermaid: Diagram }} />,
    );
    expect(screen.getByRole("group", { name: "Code Mermaid" })).toHaveTextContent("graph LR");
    rerender(<Markdown text={diagram} isStreaming codeBlocks={{ mermaid: Diagram }} />);
    expect(screen.getByRole("figure")).toHaveTextContent("Mermaid: graph LR");
    expect(screen.queryByRole("group")).toBeNull();
  });

  test("is code inside of a list, until the list goes on", () => {
    const text = "- ```mermaid\n  graph LR\n";
    const { rerender } = render(
      <Markdown text={text} isStreaming codeBlocks={{ mermaid: Diagram }} />,
    );
    expect(screen.queryByRole("figure")).toBeNull();
    rerender(
      <Markdown text={`${text}  \`\`\`\n- b`} isStreaming codeBlocks={{ mermaid: Diagram }} />,
    );
    expect(
      within(screen.getAllByRole("listitem")[0] as HTMLElement).getByRole("figure"),
    ).toBeVisible();
  });

  test("is code when that throws, and while it is being loaded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("no");
    };
    let finish: (module: { default: typeof Diagram }) => void = () => {};
    const Late = lazy(
      () =>
        new Promise<{ default: typeof Diagram }>((resolve) => {
          finish = resolve;
        }),
    );
    render(
      <Markdown
        text={"```bad\na\n```\n\n```late\nb\n```\n\nThe end."}
        codeBlocks={{ bad: Broken, late: Late }}
      />,
    );
    expect(screen.getByRole("group", { name: "Code bad" })).toHaveTextContent("a");
    expect(screen.getByRole("group", { name: "Code late" })).toHaveTextContent("b");
    expect(screen.getByText("The end.")).toBeVisible();
    await act(async () => finish({ default: Diagram }));
    expect(screen.getByRole("figure")).toHaveTextContent("late: b");
  });

  test("is not looked for among what every object has", () => {
    render(<Markdown text={"```constructor\na\n```"} codeBlocks={{}} />);
    expect(screen.getByRole("group", { name: "Code constructor" })).toHaveTextContent("a");
  });
});

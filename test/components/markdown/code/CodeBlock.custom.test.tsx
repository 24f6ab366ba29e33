import { act, render, screen, within } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CodeTools,
  type CodeToolsProps,
} from "../../../../src/components/markdown/code/CodeTools.tsx";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import type { CodeBlockProps } from "../../../../src/components/markdown/markdownOptions.ts";

afterEach(() => vi.restoreAllMocks());

describe("a component in `codeBlocks`", () => {
  const Diagram = ({ code, language }: CodeBlockProps) => <figure>{`${language}: ${code}`}</figure>;
  const diagram = "```Mermaid\ngraph LR\n```";

  test("replaces the code block once its fence has closed", () => {
    const { rerender } = render(
      <Markdown text={diagram.slice(0, -1)} isStreaming codeBlocks={{ mermaid: Diagram }} />,
    );
    expect(screen.getByRole("group", { name: "Code Mermaid" })).toHaveTextContent("graph LR");
    rerender(<Markdown text={diagram} isStreaming codeBlocks={{ mermaid: Diagram }} />);
    expect(screen.getByRole("figure")).toHaveTextContent("Mermaid: graph LR");
    expect(screen.queryByRole("group")).toBeNull();
  });

  test("replaces a code block in a list once the list continues", () => {
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

  test("falls back to the code block while it is suspended and after it throws", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("no");
    };
    let finish: (module: { default: typeof Diagram }) => void = () => {};
    const LazyDiagram = lazy(
      () =>
        new Promise<{ default: typeof Diagram }>((resolve) => {
          finish = resolve;
        }),
    );
    render(
      <Markdown
        text={"```bad\na\n```\n\n```late\nb\n```\n\nThe end."}
        codeBlocks={{ bad: Broken, late: LazyDiagram }}
      />,
    );
    expect(screen.getByRole("group", { name: "Code bad" })).toHaveTextContent("a");
    expect(screen.getByRole("group", { name: "Code late" })).toHaveTextContent("b");
    expect(screen.getByText("The end.")).toBeVisible();
    await act(async () => finish({ default: Diagram }));
    expect(screen.getByRole("figure")).toHaveTextContent("late: b");
  });

  test("is not looked up on the prototype of `codeBlocks`", () => {
    render(<Markdown text={"```constructor\na\n```"} codeBlocks={{}} />);
    expect(screen.getByRole("group", { name: "Code constructor" })).toHaveTextContent("a");
  });
});

describe("CodeTools", () => {
  function renderTools(initialProps: Partial<CodeToolsProps>) {
    const onHighlighted = vi.fn();
    const tools = (props: Partial<CodeToolsProps>) => (
      <CodeTools
        {...{ text: "const a = 1;", language: "js", info: "js", isOpen: false, isWrapped: false }}
        {...{ onWrap: () => {}, onHighlighted, block: { current: null } }}
        {...props}
      />
    );
    const { rerender } = render(tools(initialProps));
    return { onHighlighted, show: (props: Partial<CodeToolsProps>) => rerender(tools(props)) };
  }

  test("does not report missing highlighting for code that was never highlighted", async () => {
    const { onHighlighted, show } = renderTools({ isOpen: true });
    show({ isOpen: true, text: "const a = 1;\nconst b" });
    expect(onHighlighted).not.toHaveBeenCalled();
    show({});
    await vi.waitFor(() => expect(onHighlighted).toHaveBeenCalledTimes(1));
    expect(onHighlighted.mock.calls[0]?.[0]).toMatchObject({
      text: "const a = 1;",
      language: "js",
    });
    // The fence is open again, as when the text is replaced by another.
    show({ isOpen: true });
    expect(onHighlighted.mock.calls.slice(1)).toEqual([[undefined]]);
  });
});

import { act, render, screen, waitFor } from "@testing-library/react";
import { Profiler } from "react";
import { expect, test, vi } from "vitest";
import { CodeTools } from "../../../src/components/markdown/code/CodeTools.tsx";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import type {
  CodeBlockProps,
  MarkdownProps,
  MathProps,
} from "../../../src/components/markdown/markdownOptions.ts";

/** Renders `head`, and returns `grow`, which streams `tail` after it character by character. */
function stream(head: string, tail: string, props: Omit<MarkdownProps, "text" | "isStreaming">) {
  const view = render(<Markdown {...props} text={head} isStreaming />);
  const grow = () => {
    for (let end = 1; end <= tail.length; end++)
      view.rerender(<Markdown {...props} text={head + tail.slice(0, end)} isStreaming />);
  };
  return { ...view, grow };
}

const footnotes = "One[^1], two[^a].\n\n[^1]: First, see[^a].\n[^a]: Second.\n\n";

test("footnotes and their references do not render again while text streams after them", () => {
  const footnote = vi.fn((number: number) => `Footnote ${number}`);
  const backToText = vi.fn((number: number, time: number) => `Back to ${number}-${time}`);
  const labels = { footnote, backToText };
  const { grow } = stream(`${footnotes}And`, " more words of it, without any.", { labels });
  expect(screen.getAllByRole("link", { name: /Footnote/ })).toHaveLength(3);
  footnote.mockClear();
  backToText.mockClear();
  grow();
  expect(footnote).not.toHaveBeenCalled();
  expect(backToText).not.toHaveBeenCalled();
});

test("a new reference renders only its own footnote again", () => {
  const footnote = vi.fn((number: number) => `Footnote ${number}`);
  const backToText = vi.fn((number: number, time: number) => `Back to ${number}-${time}`);
  const labels = { footnote, backToText };
  const { grow } = stream(`${footnotes}And`, " a last one[^1] with words", { labels });
  footnote.mockClear();
  backToText.mockClear();
  grow();
  expect(screen.getByRole("link", { name: "Back to 1-2" })).toBeVisible();
  // A single render, for the new reference.
  expect(backToText.mock.calls.filter(([number]) => number === 1)).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(backToText.mock.calls.filter(([number]) => number === 2)).toEqual([]);
  expect(footnote.mock.calls.filter(([number]) => number === 2)).toEqual([]);
});

test("a formula renders once, also in the block that is streaming", async () => {
  const onRender = vi.fn();
  const Tex = ({ code }: MathProps) => {
    onRender(code);
    return <b>{code}</b>;
  };
  const { grow } = stream("See $a$ and $b$,", " which are said to be small", { math: Tex });
  await waitFor(() => expect(onRender).toHaveBeenCalledTimes(2));
  grow();
  expect(screen.getByText("b")).toBeVisible();
  expect(onRender).toHaveBeenCalledTimes(2);
});

test("a custom code block renders once, also in the block that is streaming", () => {
  const onRender = vi.fn();
  const Diagram = ({ code }: CodeBlockProps) => {
    onRender(code);
    return <figure>{code}</figure>;
  };
  const codeBlocks = { mermaid: Diagram };
  const { grow } = stream("> ```mermaid\n> a\n> ```\n> And", " this is what it shows", {
    codeBlocks,
  });
  expect(screen.getByRole("figure")).toBeVisible();
  const before = onRender.mock.calls.length;
  grow();
  expect(onRender).toHaveBeenCalledTimes(before);
});

test("streaming code reports no highlighting", () => {
  const onHighlighted = vi.fn();
  const tools = (text: string) => (
    <CodeTools
      block={{ current: null }}
      text={text}
      language="ts"
      info="ts"
      isOpen
      isWrapped={false}
      onWrap={() => {}}
      onHighlighted={onHighlighted}
    />
  );
  const { rerender } = render(tools(""));
  const line = "const one = 1;";
  for (let end = 1; end <= line.length; end++) rerender(tools(line.slice(0, end)));
  expect(onHighlighted).not.toHaveBeenCalled();
});

test("all code blocks highlighted in one frame render in one commit", async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
  let commits = 0;
  const text = Array.from({ length: 4 }, (_, n) => `\`\`\`ts\nconst a${n} = 1;\n\`\`\``).join(
    "\n\n",
  );
  const { container } = render(
    <Profiler id="code" onRender={() => commits++}>
      <Markdown text={text} />
    </Profiler>,
  );
  commits = 0;
  await waitFor(() => expect(frames).toHaveLength(4));
  while (frames.length > 0) {
    await act(async () => {
      for (const runFrame of frames.splice(0)) runFrame(0);
    });
  }
  expect(container.querySelectorAll("[data-token=keyword]")).toHaveLength(4);
  expect(commits).toBe(1);
  vi.restoreAllMocks();
});

test("blocks keep their elements when their section closes, and with the first footnote", () => {
  const { container, grow } = stream(
    "Start.\n\n",
    `${"- - -\n\n".repeat(140)}So[^1]\n\n[^1]: A.\n`,
    {},
  );
  const [start] = screen.getAllByText("Start.");
  grow();
  expect(screen.getByText("Start.")).toBe(start);
  expect(container.querySelectorAll("hr")).toHaveLength(140);
  expect(screen.getByRole("link", { name: /Back/ })).toBeVisible();
});

test("a text of 640 blocks has no element with many children, which a browser visits at each change", () => {
  const { container } = stream("- - -\n\n".repeat(640), "", {});
  expect(container.querySelectorAll("hr")).toHaveLength(640);
  const counts = [...container.querySelectorAll("*")].map(({ children }) => children.length);
  expect(Math.max(...counts)).toBeLessThan(80);
});

/** Returns the text nodes in an element. */
function textNodesIn(root: Node): Text[] {
  if (root instanceof Text) return [root];
  return [...root.childNodes].flatMap(textNodesIn);
}

test.each([
  ["a paragraph", "words of it, "],
  ["a paragraph without spaces", "没有空格的字，"],
  ["a line of code", "```\nx", "0123456789"],
  ["raw HTML", "<div>\n", "words\n"],
])("a delta changes only the last text node of %s, however long it is", (_, head, unit = head) => {
  const { container, grow } = stream(head + unit.repeat(12_000 / unit.length), unit.repeat(3), {});
  const before = textNodesIn(container).map((node) => ({ node, data: node.data }));
  grow();
  const changed = before.filter(({ node, data }) => !node.isConnected || node.data !== data);
  expect(before.length).toBeGreaterThan(5);
  expect(changed.length).toBeLessThanOrEqual(1);
  for (const { data } of before) expect(data.length).toBeLessThanOrEqual(2048);
});

test.each([
  ["😀", "😀"],
  ["&amp;", "&"],
  ["𝒂&lt;", "𝒂<"],
])("a long text of %j is cut into text nodes between its characters", (unit, shown) => {
  const count = 6000 / unit.length;
  const { container } = render(<Markdown text={`a${unit.repeat(count)}`} />);
  expect(container).toHaveTextContent(
    `a${shown.repeat(Math.ceil(count))}`.slice(0, -shown.length),
    {
      normalizeWhitespace: false,
    },
  );
  const texts = textNodesIn(container).map(({ data }) => data);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text))).toEqual([]);
});

test("a long text is not cut inside the numbers of its sources", () => {
  const { container } = render(<Markdown text={`${"字".repeat(2043)}[12, 3]${"字".repeat(99)}`} />);
  const [first, second] = textNodesIn(container);
  expect(first?.data).toBe("字".repeat(2043));
  expect(second?.data).toMatch(/^\[12, 3\]字+$/);
});

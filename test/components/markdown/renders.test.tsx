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
import { loadExtras } from "./loadExtras.tsx";

loadExtras();

/** Renders `head`, and then words behind it, one by one. */
function stream(head: string, words: string, props: Omit<MarkdownProps, "text" | "isStreaming">) {
  const view = render(<Markdown {...props} text={head} isStreaming />);
  const grow = () => {
    for (let end = 1; end <= words.length; end++)
      view.rerender(<Markdown {...props} text={head + words.slice(0, end)} isStreaming />);
  };
  return { ...view, grow };
}

const notes = "One[^1], two[^a].\n\n[^1]: First, see[^a].\n[^a]: Second.\n\n";

test("no footnote, and no number of one, renders again while the text goes on", () => {
  const footnote = vi.fn((number: number) => `Footnote ${number}`);
  const backToText = vi.fn((number: number, time: number) => `Back to ${number}-${time}`);
  const labels = { footnote, backToText };
  const { grow } = stream(`${notes}And`, " more words of it, without any.", { labels });
  expect(screen.getAllByRole("link", { name: /Footnote/ })).toHaveLength(3);
  footnote.mockClear();
  backToText.mockClear();
  grow();
  expect(footnote).not.toHaveBeenCalled();
  expect(backToText).not.toHaveBeenCalled();
});

test("of the footnotes, only those render again that what is being written is about", () => {
  const footnote = vi.fn((number: number) => `Footnote ${number}`);
  const backToText = vi.fn((number: number, time: number) => `Back to ${number}-${time}`);
  const labels = { footnote, backToText };
  const { grow } = stream(`${notes}And`, " a last one[^1] with words", { labels });
  footnote.mockClear();
  backToText.mockClear();
  grow();
  expect(screen.getByRole("link", { name: "Back to 1-2" })).toBeVisible();
  // Once with the reference that came; the open block has one link of its own.
  expect(backToText.mock.calls.filter(([number]) => number === 1)).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(backToText.mock.calls.filter(([number]) => number === 2)).toEqual([]);
  expect(footnote.mock.calls.filter(([number]) => number === 2)).toEqual([]);
});

test("a formula is drawn once, also in the block that is being written", async () => {
  const draw = vi.fn();
  const Tex = ({ code }: MathProps) => {
    draw(code);
    return <b>{code}</b>;
  };
  const { grow } = stream("See $a$ and $b$,", " which are said to be small", { math: Tex });
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(2));
  grow();
  expect(screen.getByText("b")).toBeVisible();
  expect(draw).toHaveBeenCalledTimes(2);
});

test("a diagram is drawn once, also in the block that is being written", () => {
  const draw = vi.fn();
  const Diagram = ({ code }: CodeBlockProps) => {
    draw(code);
    return <figure>{code}</figure>;
  };
  const codeBlocks = { mermaid: Diagram };
  const { grow } = stream("> ```mermaid\n> a\n> ```\n> And", " this is what it shows", {
    codeBlocks,
  });
  expect(screen.getByRole("figure")).toBeVisible();
  const before = draw.mock.calls.length;
  grow();
  expect(draw).toHaveBeenCalledTimes(before);
});

test("code that is written is not asked for its colours anew with each token", () => {
  const onColored = vi.fn();
  const draw = (text: string) => (
    <CodeTools
      text={text}
      language="ts"
      isOpen
      isWrapped={false}
      onWrap={() => {}}
      onHighlighted={onColored}
    />
  );
  const { rerender } = render(draw(""));
  const line = "const one = 1;";
  for (let end = 1; end <= line.length; end++) rerender(draw(line.slice(0, end)));
  expect(onColored).not.toHaveBeenCalled();
});

test("the colours of all blocks that are painted in a frame are drawn with one commit", async () => {
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
      for (const draw of frames.splice(0)) draw(0);
    });
  }
  expect(container.querySelectorAll("[data-token=keyword]")).toHaveLength(4);
  expect(commits).toBe(1);
  vi.restoreAllMocks();
});

import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { countSteps } from "./lexer/countSteps.ts";

const unit = [
  "Words[^1] and ![a picture](https://example.com/picture.png) beside <b>raw HTML</b>.\n\n",
  "<div>\nMore raw HTML\n</div>\n\n",
  "| a | b |\n|---|---|\n| c | d |\n\n",
  "- An item with a [link](https://example.com)\n- Another one\n\n",
].join("");
const text = `${unit.repeat(150)}[^1]: A note.\n\nThe end`;

test("the end of a text of 40 KB renders the last block alone", () => {
  const footnote = vi.fn((number: number) => `Footnote ${number}`);
  const loadImage = vi.fn((host: string) => `Load from ${host}`);
  const labels = { footnote, loadImage };
  const view = (end: number, isStreaming = true) => (
    <Markdown text={text.slice(0, end)} labels={labels} isStreaming={isStreaming} />
  );
  const { container, rerender } = render(view(0));
  for (let end = 0; end < text.length; end += 1_000) rerender(view(end));
  rerender(view(text.length));
  expect(loadImage.mock.calls.length).toBeGreaterThan(149);
  footnote.mockClear();
  loadImage.mockClear();
  const observer = new MutationObserver(() => {});
  observer.observe(container, { childList: true, attributes: true, subtree: true });
  const steps = countSteps(() => rerender(view(text.length, false)));
  const changed = observer.takeRecords().map(({ target }) => target);
  observer.disconnect();
  // Rendering the whole text takes more than 100 times as many.
  expect(steps).toBeLessThan(20_000);
  expect(footnote).not.toHaveBeenCalled();
  expect(loadImage).not.toHaveBeenCalled();
  for (const target of changed) expect(target).toHaveTextContent(/^The end$/);
});

import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { highlightCode } from "../../../../src/components/markdown/code/highlightCode.ts";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import type { HighlightCode } from "../../../../src/components/markdown/markdownOptions.ts";

const selected = () => getSelection()?.toString();
const textIn = (box: HTMLElement) => box.firstChild?.firstChild as Text;
const isHighlighted = (box: HTMLElement) => box.querySelector("[data-token]") !== null;

/** Renders three code blocks, which are highlighted in order once the test releases them. */
async function renderBlocks() {
  let releaseHighlighting = () => {};
  const released = new Promise<void>((resolve) => {
    releaseHighlighting = resolve;
  });
  const highlight: HighlightCode = async (...args) => {
    await released;
    return highlightCode(...args);
  };
  render(
    <Markdown
      text={`${["ts", "js", "tsx"].map((name) => `\`\`\`${name}\nconst a = 1;\n\`\`\``).join("\n\n")}\n\nAnd so on.`}
      highlight={highlight}
    />,
  );
  onTestFinished(() => getSelection()?.removeAllRanges());
  const box = screen.getByRole("group", { name: "Code ts" });
  const next = screen.getByRole("group", { name: "Code js" });
  const last = screen.getByRole("group", { name: "Code tsx" });
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Copy" })).toHaveLength(3));
  return { box, next, last, releaseHighlighting };
}

test("a selection by keyboard survives the highlighting of the code", async () => {
  const { box, last, releaseHighlighting } = await renderBlocks();
  const text = textIn(box);
  box.focus();
  getSelection()?.collapse(text, 6);
  getSelection()?.modify("extend", "forward", "character");
  releaseHighlighting();
  await expect.poll(() => isHighlighted(last)).toBe(true);
  expect(selected()).toBe("a");
  expect(getSelection()).toMatchObject({ anchorNode: text, anchorOffset: 6, focusOffset: 7 });
  expect(box).toHaveFocus();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  expect(selected()).toBe("a =");

  await userEvent.click(screen.getByText("And so on."));
  await expect.poll(() => isHighlighted(box)).toBe(true);
  expect(box).toHaveTextContent("const a = 1;");
});

test("a selection by mouse survives highlighting during the drag", async () => {
  const { box, last, releaseHighlighting } = await renderBlocks();
  const text = textIn(box);
  const start = new Range();
  start.setStart(text, 6);
  start.setEnd(text, 9);
  const { left, right, top, height } = start.getBoundingClientRect();
  const { x, y } = box.getBoundingClientRect();
  const middle = top + height / 2 - y;
  document.addEventListener("selectionchange", releaseHighlighting, { once: true });
  await userEvent.dragAndDrop(box, box, {
    sourcePosition: { x: left - x + 1, y: middle },
    targetPosition: { x: right - x, y: middle },
  });
  await expect.poll(() => isHighlighted(last)).toBe(true);
  expect(selected()).toBe("a =");
  expect(getSelection()?.anchorNode).toBe(text);
});

test.each([
  ["starts", "box", "next"],
  ["ends", "next", "box"],
] as const)("highlighting waits for a selection that %s in the code", async (_, from, to) => {
  const { releaseHighlighting, last, ...boxes } = await renderBlocks();
  const code = textIn(boxes.box);
  getSelection()?.setBaseAndExtent(textIn(boxes[from]), 6, textIn(boxes[to]), 7);
  const before = selected();
  releaseHighlighting();
  await expect.poll(() => isHighlighted(last)).toBe(true);
  expect(selected()).toBe(before);
  expect(code.isConnected).toBe(true);
  // As after a click elsewhere: an empty selection outside the code.
  getSelection()?.collapse(screen.getByText("And so on."));
  await expect.poll(() => isHighlighted(boxes.box) && isHighlighted(boxes.next)).toBe(true);
});

test("highlighting does not wait for a selection around the whole code block", async () => {
  const { box, releaseHighlighting } = await renderBlocks();
  getSelection()?.selectAllChildren(document.body);
  const before = selected();
  releaseHighlighting();
  await expect.poll(() => isHighlighted(box)).toBe(true);
  expect(selected()).toBe(before);
});

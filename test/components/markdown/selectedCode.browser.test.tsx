import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { highlightCode } from "../../../src/components/markdown/code/highlightCode.ts";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import type { Highlight } from "../../../src/components/markdown/markdownOptions.ts";

const selected = () => getSelection()?.toString();
const textIn = (box: HTMLElement) => box.firstChild?.firstChild as Text;
const isColored = (box: HTMLElement) => box.querySelector("[data-token]") !== null;

/** Three blocks of code, whose colours arrive when they are let, those of the last one last. */
async function renderBlocks() {
  let letArrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  const highlight: Highlight = async (...asked) => {
    await arrived;
    return highlightCode(...asked);
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
  return { box, next, last, letArrive };
}

test("what somebody selects by keyboard stays selected when the colours of the code arrive", async () => {
  const { box, last, letArrive } = await renderBlocks();
  const text = textIn(box);
  box.focus();
  getSelection()?.collapse(text, 6);
  getSelection()?.modify("extend", "forward", "character");
  letArrive();
  await expect.poll(() => isColored(last)).toBe(true);
  expect(selected()).toBe("a");
  expect(getSelection()).toMatchObject({ anchorNode: text, anchorOffset: 6, focusOffset: 7 });
  expect(box).toHaveFocus();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  expect(selected()).toBe("a =");

  await userEvent.click(screen.getByText("And so on."));
  await expect.poll(() => isColored(box)).toBe(true);
  expect(box).toHaveTextContent("const a = 1;");
});

test("what somebody drags over stays selected when the colours of the code arrive meanwhile", async () => {
  const { box, last, letArrive } = await renderBlocks();
  const text = textIn(box);
  const start = new Range();
  start.setStart(text, 6);
  start.setEnd(text, 9);
  const { left, right, top, height } = start.getBoundingClientRect();
  const { x, y } = box.getBoundingClientRect();
  const middle = top + height / 2 - y;
  document.addEventListener("selectionchange", letArrive, { once: true });
  await userEvent.dragAndDrop(box, box, {
    sourcePosition: { x: left - x + 1, y: middle },
    targetPosition: { x: right - x, y: middle },
  });
  await expect.poll(() => isColored(last)).toBe(true);
  expect(selected()).toBe("a =");
  expect(getSelection()?.anchorNode).toBe(text);
});

test.each([
  ["begins", "box", "next"],
  ["ends", "next", "box"],
] as const)("the colours of code wait for a selection that %s in it", async (_, from, to) => {
  const { letArrive, last, ...boxes } = await renderBlocks();
  const code = textIn(boxes.box);
  getSelection()?.setBaseAndExtent(textIn(boxes[from]), 6, textIn(boxes[to]), 7);
  const before = selected();
  letArrive();
  await expect.poll(() => isColored(last)).toBe(true);
  expect(selected()).toBe(before);
  expect(code.isConnected).toBe(true);
  // As with a click: nothing is selected, and where that begins is elsewhere.
  getSelection()?.collapse(screen.getByText("And so on."));
  await expect.poll(() => isColored(boxes.box) && isColored(boxes.next)).toBe(true);
});

test("what is selected around a block of code does not keep its colours away", async () => {
  const { box, letArrive } = await renderBlocks();
  getSelection()?.selectAllChildren(document.body);
  const before = selected();
  letArrive();
  await expect.poll(() => isColored(box)).toBe(true);
  expect(selected()).toBe(before);
});

import "../../../../src/styles/index.css";
import { render, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

const fenced = (lineCount: number) =>
  `\`\`\`text\n${Array.from({ length: lineCount }, (_, n) => `Line ${n} ${"of the file ".repeat(20)}`).join("\n")}\n\`\`\``;
const box = () => screen.getByRole("group", { name: "Code text" });
const numbers = () => box().querySelector<HTMLElement>("[data-lines]");

test.each([
  ["short code", 12],
  ["code of several boxes", 600],
])(
  "the numbers of %s have the height of its lines, and are not part of its text",
  async (_, lineCount) => {
    render(
      <div className="agk">
        <Markdown text={fenced(lineCount)} lineNumbers />
      </div>,
    );
    const code = box().querySelector("code:not([data-lines])") as HTMLElement;
    const column = numbers() as HTMLElement;
    expect(column.getAttribute("data-lines")?.split("\n")).toHaveLength(lineCount);
    expect(column.offsetHeight).toBe(code.offsetHeight);
    expect(column.getBoundingClientRect().right).toBeLessThan(code.getBoundingClientRect().left);
    expect(box().scrollWidth).toBeGreaterThan(code.offsetWidth);
    expect(box().textContent).not.toMatch(/^1/);
    onTestFinished(() => getSelection()?.removeAllRanges());
    getSelection()?.selectAllChildren(box());
    expect(getSelection()?.toString().trim().split("\n")).toHaveLength(lineCount);
  },
);

test("the numbers are gone while the user wraps the lines", async () => {
  render(<Markdown text={fenced(3)} lineNumbers />);
  await userEvent.click(screen.getByRole("button", { name: "Wrap lines" }));
  expect(numbers()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Wrap lines" }));
  expect(numbers()).not.toBeNull();
});

test("a chat numbers the lines only when its `markdown` options do", async () => {
  const client = createAgentClient({ agent: manualAgent() });
  client.thread().setMessages([{ id: "m1", role: "assistant", content: fenced(3) }]);
  const chat = (lineNumbers?: boolean) => (
    <AgentProvider client={client}>
      <Chat markdown={{ lineNumbers }} />
    </AgentProvider>
  );
  const { rerender } = render(chat());
  const log = within(await screen.findByRole("log"));
  await log.findByRole("group", { name: "Code text" });
  expect(numbers()).toBeNull();
  rerender(chat(true));
  expect(numbers()).not.toBeNull();
});

test("the buttons of code are icons with a tooltip, in one line on a phone", async () => {
  render(
    <div style={{ inlineSize: 300 }}>
      <Markdown text={fenced(3)} />
    </div>,
  );
  const names = ["Wrap lines", "Download", "Copy"];
  const buttons = names.map((name) => screen.getByRole("button", { name }));
  for (const button of buttons) {
    expect(button.textContent).toBe("");
    expect(button.querySelector(".agk-icon")).toBeVisible();
  }
  expect(new Set(buttons.map((button) => button.getBoundingClientRect().top)).size).toBe(1);
  await userEvent.hover(screen.getByRole("button", { name: "Wrap lines" }));
  await vi.waitFor(() => expect(document.querySelector(".agk-tooltip")).toBeVisible());
  expect(document.querySelector(".agk-tooltip")).toHaveTextContent("Wrap lines");
  await userEvent.hover(document.body);
});

test("the wrap button has a ground while it is pressed, and the copy button another icon", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  render(<Markdown text={fenced(3)} />);
  const wrap = screen.getByRole("button", { name: "Wrap lines" });
  const before = getComputedStyle(wrap).backgroundColor;
  await userEvent.click(wrap);
  expect(wrap).toHaveAttribute("aria-pressed", "true");
  expect(getComputedStyle(wrap).backgroundColor).not.toBe(before);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  const copied = await screen.findByRole("button", { name: "Copied" });
  expect(copied.querySelector('[data-icon="done"]')).toBeVisible();
});

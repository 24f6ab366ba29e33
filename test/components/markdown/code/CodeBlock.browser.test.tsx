import "../../../../src/styles/index.css";
import { render, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
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

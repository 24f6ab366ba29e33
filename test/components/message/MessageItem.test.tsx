import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { Message as MessageOfRole } from "../../../src/protocol/events.ts";
import { withMessages } from "../withMessages.tsx";

test.each<[author: string, message: MessageOfRole, text: string]>([
  ["You", { id: "m", role: "user", content: "Hello" }, "Hello"],
  ["Assistant", { id: "m", role: "assistant", content: "A **bold** answer" }, "bold"],
  ["System", { id: "m", role: "system", content: "Be brief" }, "Be brief"],
  ["Developer", { id: "m", role: "developer", content: "Use tools" }, "Use tools"],
  ["Tool result", { id: "m", role: "tool", toolCallId: "c", content: "sunny" }, "sunny"],
  [
    "Activity",
    { id: "m", role: "activity", activityType: "SEARCH", content: { query: "cats" } },
    "cats",
  ],
  ["Reasoning", { id: "m", role: "reasoning", content: "Let me see" }, "Thought process"],
])("Message renders a message by %s as an article of that name", (author, message, text) => {
  render(<MessageItem message={message} />);
  const article = screen.getByRole("article", { name: author });
  expect(within(article).getByText(text)).toBeVisible();
  expect(article).toHaveAttribute("data-role", message.role);
});

test("MessageItem shows the `name` of a message as its author", () => {
  render(
    <MessageItem message={{ id: "m", role: "assistant", name: "Researcher", content: "Hi" }} />,
  );
  const article = screen.getByRole("article", { name: "Researcher" });
  expect(within(article).getByText("Researcher")).toBeVisible();
});

describe("a user message", () => {
  test("is shown as typed, not as Markdown", () => {
    render(<MessageItem message={{ id: "m", role: "user", content: "2 * 3 * 4\n# no title" }} />);
    expect(screen.getByText(/2 \* 3 \* 4/)).toHaveTextContent("# no title");
  });

  test("shows its text parts and media parts", () => {
    render(
      <MessageItem
        message={{
          id: "m",
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            {
              type: "image",
              source: { type: "data", mimeType: "image/png", value: "iVBORw0KGgo=" },
              metadata: { filename: "cat.png" },
            },
          ],
        }}
      />,
    );
    expect(screen.getByText("What is this?")).toBeVisible();
    expect(screen.getByRole("img", { name: "cat.png" })).toHaveAttribute(
      "src",
      "data:image/png;base64,iVBORw0KGgo=",
    );
  });
});

describe("an assistant message", () => {
  const message: MessageOfRole = {
    id: "m1",
    role: "assistant",
    content: "Looking",
    toolCalls: [
      { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Rome"}' } },
    ],
  };

  test("shows its tool calls and their results from the thread", async () => {
    const result: MessageOfRole = { id: "r1", role: "tool", toolCallId: "c1", content: "sunny" };
    render(<MessageItem message={message} />, { wrapper: withMessages(message, result) });
    await userEvent.click(screen.getByText("Weather"));
    expect(await screen.findByText("sunny")).toBeVisible();
    expect(screen.getByText("Done")).toBeVisible();
  });
});

test("a long system message is collapsed under its author", async () => {
  const content = `You are helpful. ${"Very helpful. ".repeat(20)}`;
  render(<MessageItem message={{ id: "m", role: "system", content }} />);
  expect(screen.queryByText(/You are helpful/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("System"));
  expect(screen.getByText(/You are helpful/)).toBeVisible();
});

test("a component in `components` replaces the content of the article", () => {
  render(
    <ChatSettings
      components={{
        UserMessageItem: ({ message }) => <b>{String(message.content).toUpperCase()}</b>,
      }}
    >
      <MessageItem message={{ id: "m", role: "user", content: "Hello" }} />
    </ChatSettings>,
  );
  expect(within(screen.getByRole("article", { name: "You" })).getByText("HELLO")).toBeVisible();
});

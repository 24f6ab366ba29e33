import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Activity } from "../../../src/components/activity/Activity.tsx";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ActivityMessage, Message, ToolCall } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const many = <T,>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));
const toolCall = (id: string): ToolCall => ({
  id,
  type: "function",
  function: { name: `tool_${id}`, arguments: "{}" },
});

function renderMessages(...messages: readonly Message[]) {
  const thread = createThread({ agent: manualAgent(), initialMessages: messages });
  return render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
}

const elementCount = (container: Element) => container.querySelectorAll("*").length;
const showMore = () =>
  userEvent.click(screen.getByRole("button", { name: /^Show 100 of [\d,]+ more$/ }));

test("a message with 5,000 unanswered tool calls shows the last, and more on demand", async () => {
  const toolCalls = many(5_000, (at) => toolCall(`c${at}`));
  const { container } = renderMessages({ id: "m", role: "assistant", toolCalls });
  expect(elementCount(container)).toBeLessThan(1_000);
  expect(screen.getByText("Tool c4999")).toBeVisible();
  expect(screen.queryByText("Tool c4949")).not.toBeInTheDocument();
  await showMore();
  expect(screen.getByText("Tool c4949")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(2_500);
});

test("a group of 5,000 answered tool calls expands to the last", async () => {
  const toolCalls = many(5_000, (at) => toolCall(`c${at}`));
  const results = many(5_000, (at): Message => {
    return { id: `r${at}`, role: "tool", toolCallId: `c${at}`, content: "ok" };
  });
  const { container } = renderMessages({ id: "m", role: "assistant", toolCalls }, ...results);
  const row = screen.getByRole("button", { name: /5000 tool calls/ });
  expect(row.textContent?.length).toBeLessThan(500);
  await userEvent.click(row);
  expect(screen.getByText("Tool c4999")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(1_000);
});

test("a transcript of 10,000 activities renders the last", () => {
  const activities = many(10_000, (at): ActivityMessage => {
    return { id: `a${at}`, role: "activity", activityType: "plan", content: { at } };
  });
  const { container } = renderMessages(...activities);
  expect(elementCount(container)).toBeLessThan(2_000);
});

test("the card of a tool call shows the last of 10,000 outputs", async () => {
  const outputs = many(10_000, (at): ActivityMessage => {
    const content = { toolCallId: "c", line: `line ${at}` };
    return { id: `a${at}`, role: "activity", activityType: "output", content };
  });
  const call: Message = { id: "m", role: "assistant", toolCalls: [toolCall("c")] };
  const { container } = renderMessages(call, ...outputs);
  await userEvent.click(screen.getByText("Tool c"));
  expect(await screen.findByText("line 9999")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(1_000);
});

test.each([
  ["tasks", { steps: many(20_000, (at) => ({ title: `Task ${at}`, status: "open" })) }],
  ["sources", { results: many(20_000, (at) => ({ url: `https://example.com/${at}` })) }],
  ["queries", { queries: many(20_000, (at) => `query ${at}`), status: "running" }],
  ["fields", Object.fromEntries(many(20_000, (at) => [`field${at}`, at]))],
])("an activity with 20,000 %s shows the first", async (_, content) => {
  const message: ActivityMessage = { id: "a", role: "activity", activityType: "x", content };
  const { container } = render(<Activity message={message} />);
  expect(elementCount(container)).toBeLessThan(1_000);
  const more = screen.queryByText(/more sources/);
  if (more) await userEvent.click(more);
  await showMore();
  expect(elementCount(container)).toBeLessThan(2_500);
});

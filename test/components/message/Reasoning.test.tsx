import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ChatProps } from "../../../src/components/chat/Chat.tsx";
import { Reasoning } from "../../../src/components/message/Reasoning.tsx";
import {
  ChatSettings,
  type ReasoningVisibility,
} from "../../../src/components/settings/settings.tsx";
import type { ReasoningProps } from "../../../src/components/settings/transcriptProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, ReasoningMessage } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, spawn } from "../../hooks/subagents.ts";
import { endRun, renderChat, startRun, textEvents } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";

const message: ReasoningMessage = { id: "r", role: "reasoning", content: "First, let me see." };

test("is open while it is thought and closed afterwards, with the time it took", async () => {
  const { rerender } = render(
    <Reasoning message={message} isStreaming timing={{ startedAt: 0 }} />,
  );
  expect(screen.getByText("Thinking")).toBeVisible();
  expect(screen.getByText("First, let me see.")).toBeVisible();

  rerender(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 4321 }} />);
  expect(screen.getByText("Thought for 4 seconds")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument());
});

test("stays as the person has left it", async () => {
  const { rerender } = render(<Reasoning message={message} isStreaming />);
  await userEvent.click(screen.getByText("Thinking"));
  expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("Thinking"));
  rerender(<Reasoning message={message} />);
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test("says nothing of a time it does not know", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0 }} />);
  expect(screen.getByText("Thought process")).toBeVisible();
});

test("never says that it took no time", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 90 }} />);
  expect(screen.getByText("Thought for 1 second")).toBeVisible();
});

test("names reasoning of which only an encrypted value exists", () => {
  render(<Reasoning message={{ ...message, content: "", encryptedValue: "x" }} />);
  expect(screen.getByText("Thought (hidden)")).toBeVisible();
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});

test("is a plain line until there is something to read, and then opens", () => {
  const empty = { ...message, content: "" };
  const { rerender } = render(<Reasoning message={empty} isStreaming />);
  expect(screen.getByText("Thinking")).toBeVisible();
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  expect(document.querySelector("svg, .agk-details")).toBeNull();
  rerender(<Reasoning message={message} isStreaming />);
  expect(screen.getByRole("group")).toHaveAttribute("open");
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test("is said to be private from the start by an agent that says so", async () => {
  const thread = createThread({
    agent: { ...manualAgent(), getCapabilities: async () => ({ reasoning: { encrypted: true } }) },
  });
  render(
    <ThreadProvider thread={thread}>
      <Reasoning message={{ ...message, content: "" }} isStreaming />
    </ThreadProvider>,
  );
  expect(await screen.findByText("Thinking (hidden)")).toBeVisible();
});

const shownAs = (reasoning: ReasoningVisibility, props: Partial<ReasoningProps> = {}) => (
  <ChatSettings reasoning={reasoning}>
    <Reasoning message={message} {...props} />
  </ChatSettings>
);

test("that is collapsed stays closed until the person opens it", async () => {
  const { rerender } = render(shownAs("collapsed", { isStreaming: true }));
  expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("Thinking"));
  expect(screen.getByText("First, let me see.")).toBeVisible();
  rerender(shownAs("collapsed"));
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test.each<[string, Partial<ReasoningProps>]>([
  ["streams", { isStreaming: true }],
  ["is over", {}],
  ["is private", { message: { ...message, content: "", encryptedValue: "x" } }],
])("that is hidden is not there when it %s", (_, props) => {
  const { container } = render(shownAs("hidden", props));
  expect(container).toBeEmptyDOMElement();
});

describe("in a conversation", () => {
  const thinks: EventInput[] = [
    { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "Let me see." },
  ];
  const isOver: EventInput = { type: "REASONING_MESSAGE_END", messageId: "r" };
  const thought = () => screen.queryByText("Let me see.");

  async function renderThinking(chat: ChatProps = {}, ...events: readonly EventInput[]) {
    const agent = manualAgent();
    const { begin } = renderChat(agent, null, { chat });
    begin();
    await startRun(agent);
    await emit(agent, ...thinks, ...events);
    return agent;
  }

  test("stays open when it is over, until the answer begins", async () => {
    const agent = await renderThinking();
    expect(thought()).toBeVisible();
    await emit(agent, isOver);
    expect(thought()).toBeVisible();
    expect(screen.queryByText("Thinking")).not.toBeInTheDocument();
    await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
    expect(thought()).not.toBeInTheDocument();
    expect(screen.getByText(/^Thought/)).toBeVisible();
    await endRun(agent);
  });

  test("closes when the run ends with it, and stays closed in the next", async () => {
    const agent = await renderThinking({}, isOver);
    await endRun(agent);
    expect(thought()).not.toBeInTheDocument();
  });

  test("closes when a tool is called", async () => {
    const agent = await renderThinking({}, isOver);
    await emit(agent, { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look" });
    expect(thought()).not.toBeInTheDocument();
    await endRun(agent);
  });

  test("stays open beside what a sub-agent says, whose own thoughts are in its card", async () => {
    const agent = await renderThinking(
      {},
      isOver,
      spawn("s1"),
      ...asSubagent("s1", [
        { type: "REASONING_MESSAGE_START", messageId: "r2", role: "reasoning" },
        { type: "REASONING_MESSAGE_CONTENT", messageId: "r2", delta: "Hm." },
      ]),
    );
    expect(thought()).toBeVisible();
    await userEvent.click(await screen.findByText("S1", { selector: "details *" }));
    expect(screen.getByText("Hm.").closest(".agk-subagent")).not.toBeNull();
    await endRun(agent);
  });

  test("stays as the person has left it when the answer begins", async () => {
    const agent = await renderThinking();
    await userEvent.click(screen.getByText("Thinking"));
    await userEvent.click(screen.getByText("Thinking"));
    await emit(agent, isOver, ...textEvents("m", "Answer"));
    expect(thought()).toBeVisible();
    await endRun(agent);
  });

  test("that is hidden leaves no line, and the run still says that it goes on", async () => {
    const agent = await renderThinking({ reasoning: "hidden" });
    const status = () => document.querySelector(".agk-run-status");
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(thought()).not.toBeInTheDocument();
    expect(status()).toHaveAttribute("data-status", "streaming");
    await emit(agent, isOver, ...textEvents("m", "Answer").slice(0, 2));
    expect(status()).toHaveAttribute("data-status", "quiet");
    await endRun(agent);
  });

  test("that is shown is sign enough that the run goes on", async () => {
    const agent = await renderThinking();
    expect(document.querySelector(".agk-run-status")).toHaveAttribute("data-status", "quiet");
    await endRun(agent);
  });
});

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ChatProps } from "../../../src/components/chat/Chat.tsx";
import { Reasoning } from "../../../src/components/message/Reasoning.tsx";
import {
  ChatSettings,
  type ReasoningVisibility,
} from "../../../src/components/settings/settings.tsx";
import type { ReasoningProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, ReasoningMessage } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, spawn } from "../../hooks/subagents.ts";
import { endRun, renderToolChat, startRun, textEvents } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";

const message: ReasoningMessage = { id: "r", role: "reasoning", content: "First, let me see." };

test("Reasoning is open while it streams and collapsed afterwards, with its duration", async () => {
  const { rerender } = render(
    <Reasoning message={message} isStreaming timing={{ startedAt: 0 }} />,
  );
  expect(screen.getByText("Thinking")).toBeVisible();
  expect(screen.getByText("First, let me see.")).toBeVisible();

  rerender(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 4321 }} />);
  expect(screen.getByText("Thought for 4 seconds")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument());
});

test("Reasoning keeps the state that the user chose", async () => {
  const { rerender } = render(<Reasoning message={message} isStreaming />);
  await userEvent.click(screen.getByText("Thinking"));
  expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("Thinking"));
  rerender(<Reasoning message={message} />);
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test("Reasoning shows no duration without an end time", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0 }} />);
  expect(screen.getByText("Thought process")).toBeVisible();
});

test("Reasoning rounds its duration up to one second", () => {
  render(<Reasoning message={message} timing={{ startedAt: 0, endedAt: 90 }} />);
  expect(screen.getByText("Thought for 1 second")).toBeVisible();
});

test("Reasoning with only an encrypted value is labeled and cannot be opened", () => {
  render(<Reasoning message={{ ...message, content: "", encryptedValue: "x" }} />);
  expect(screen.getByText("Thought (hidden)")).toBeVisible();
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});

test("Reasoning is a plain line until text arrives, and then opens", () => {
  const empty = { ...message, content: "" };
  const { rerender } = render(<Reasoning message={empty} isStreaming />);
  expect(screen.getByText("Thinking")).toBeVisible();
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  expect(document.querySelector("svg, .agk-details")).toBeNull();
  rerender(<Reasoning message={message} isStreaming />);
  expect(screen.getByRole("group")).toHaveAttribute("open");
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test("Reasoning is labeled private from the start when the agent encrypts it", async () => {
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

const withSetting = (reasoning: ReasoningVisibility, props: Partial<ReasoningProps> = {}) => (
  <ChatSettings reasoning={reasoning}>
    <Reasoning message={message} {...props} />
  </ChatSettings>
);

test("collapsed reasoning stays closed until the user opens it", async () => {
  const { rerender } = render(withSetting("collapsed", { isStreaming: true }));
  expect(screen.queryByText("First, let me see.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("Thinking"));
  expect(screen.getByText("First, let me see.")).toBeVisible();
  rerender(withSetting("collapsed"));
  expect(screen.getByText("First, let me see.")).toBeVisible();
});

test.each<[string, Partial<ReasoningProps>]>([
  ["streams", { isStreaming: true }],
  ["has ended", {}],
  ["is private", { message: { ...message, content: "", encryptedValue: "x" } }],
])("hidden reasoning renders nothing when it %s", (_, props) => {
  const { container } = render(withSetting("hidden", props));
  expect(container).toBeEmptyDOMElement();
});

describe("reasoning in a conversation", () => {
  const reasoningStart: EventInput[] = [
    { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "Let me see." },
  ];
  const reasoningEnd: EventInput = { type: "REASONING_MESSAGE_END", messageId: "r" };
  const reasoningText = () => screen.queryByText("Let me see.");

  async function renderReasoning(chat: ChatProps = {}, ...events: readonly EventInput[]) {
    const agent = manualAgent();
    const { begin } = renderToolChat(agent, null, { chat });
    begin();
    await startRun(agent);
    await emit(agent, ...reasoningStart, ...events);
    return agent;
  }

  test("stays open after its end until the answer begins", async () => {
    const agent = await renderReasoning();
    expect(reasoningText()).toBeVisible();
    await emit(agent, reasoningEnd);
    expect(reasoningText()).toBeVisible();
    expect(screen.queryByText("Thinking")).not.toBeInTheDocument();
    await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" });
    expect(reasoningText()).not.toBeInTheDocument();
    expect(screen.getByText(/^Thought/)).toBeVisible();
    await endRun(agent);
  });

  test("closes when the run ends with it", async () => {
    const agent = await renderReasoning({}, reasoningEnd);
    await endRun(agent);
    expect(reasoningText()).not.toBeInTheDocument();
  });

  test("closes when a tool is called", async () => {
    const agent = await renderReasoning({}, reasoningEnd);
    await emit(agent, { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look" });
    expect(reasoningText()).not.toBeInTheDocument();
    await endRun(agent);
  });

  test("stays open while a sub-agent works, whose reasoning is in its card", async () => {
    const agent = await renderReasoning(
      {},
      reasoningEnd,
      spawn("s1"),
      ...asSubagent("s1", [
        { type: "REASONING_MESSAGE_START", messageId: "r2", role: "reasoning" },
        { type: "REASONING_MESSAGE_CONTENT", messageId: "r2", delta: "Hm." },
      ]),
    );
    expect(reasoningText()).toBeVisible();
    await userEvent.click(await screen.findByText("S1", { selector: "details *" }));
    expect(screen.getByText("Hm.").closest(".agk-subagent")).not.toBeNull();
    await endRun(agent);
  });

  test("keeps the state that the user chose when the answer begins", async () => {
    const agent = await renderReasoning();
    await userEvent.click(screen.getByText("Thinking"));
    await userEvent.click(screen.getByText("Thinking"));
    await emit(agent, reasoningEnd, ...textEvents("m", "Answer"));
    expect(reasoningText()).toBeVisible();
    await endRun(agent);
  });

  test("renders no row when hidden, and the run status still shows progress", async () => {
    const agent = await renderReasoning({ reasoning: "hidden" });
    const status = () => document.querySelector(".agk-run-status");
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(reasoningText()).not.toBeInTheDocument();
    expect(status()).toHaveAttribute("data-status", "streaming");
    await emit(agent, reasoningEnd, ...textEvents("m", "Answer").slice(0, 2));
    expect(status()).toHaveAttribute("data-status", "quiet");
    await endRun(agent);
  });

  test("replaces the progress of the run status while it is shown", async () => {
    const agent = await renderReasoning();
    expect(document.querySelector(".agk-run-status")).toHaveAttribute("data-status", "quiet");
    await endRun(agent);
  });
});

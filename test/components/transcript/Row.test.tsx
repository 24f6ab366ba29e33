import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";
import { refuseAttribute } from "../refuseAttribute.ts";

const NOTE = "Couldn’t display this properly.";
const url = "https://example.com/map";
const link = `[Map](${url})`;

function renderChat(messages: readonly Message[]) {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: messages });
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </StrictMode>,
  );
  const begin = async (...events: readonly EventInput[]) => {
    act(() => void thread.send("Go on"));
    const { threadId, runId } = await act(() => agent.started());
    await emit(agent, { type: "RUN_STARTED", threadId, runId }, ...events);
    return { threadId, runId };
  };
  return { agent, thread, begin };
}

const isComposerUsable = () =>
  expect(screen.getByRole("textbox", { name: "Message" })).toBeEnabled();

test("a message that throws while it renders is shown as plain text, beside the others", async () => {
  const complaints = expectErrors();
  const messages: readonly Message[] = [
    { id: "u", role: "user", content: "Where is it?" },
    { id: "a", role: "assistant", content: `Here: ${link}` },
    { id: "u2", role: "user", content: "Thanks" },
    { id: "a2", role: "assistant", content: "You are **welcome**" },
  ];
  refuseAttribute("href", url);
  const { thread } = renderChat(messages);
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(screen.getByText(`Here: ${link}`)).toBeVisible();
  for (const text of ["Where is it?", "Thanks", "welcome"])
    expect(screen.getByText(text)).toBeVisible();
  isComposerUsable();
  expect(complaints).toHaveBeenCalled();

  const corrected: Message = { id: "a", role: "assistant", content: "In **Ulm**" };
  act(() =>
    thread.setMessages(messages.map((message) => (message.id === "a" ? corrected : message))),
  );
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  expect(screen.getByText("Ulm")).toBeVisible();
});

test("a message that throws while it streams grows as plain text, and is not tried for each token", async () => {
  expectErrors();
  const refusal = refuseAttribute("href", url);
  const { agent, begin } = renderChat([]);
  const token = (delta: string): EventInput => ({
    type: "TEXT_MESSAGE_CONTENT",
    messageId: "a",
    delta,
  });
  await begin(
    { type: "TEXT_MESSAGE_START", messageId: "a", role: "assistant" },
    token(`${link}\n\n`),
  );
  const note = await screen.findByText(NOTE);
  const { attempts } = refusal;
  for (const delta of ["one ", "two ", "three"]) await emit(agent, token(delta));
  expect(screen.getByText(/one two three/)).toBeVisible();
  expect(screen.getByText(NOTE)).toBe(note);
  expect(attempts).toBeGreaterThan(0);
  expect(refusal.attempts).toBe(attempts);
  await finish(agent);
  isComposerUsable();
});

test("the calls of a message whose group throws stay, with the questions about them", async () => {
  expectErrors();
  const refusal = refuseAttribute("class", "agk-tool-group");
  const { agent, begin } = renderChat([]);
  const calls = ["c1", "c2", "c3"].map(
    (toolCallId): EventInput => ({
      type: "TOOL_CALL_CHUNK",
      toolCallId,
      toolCallName: `${toolCallId}_tool`,
      parentMessageId: "a",
      delta: "{}",
    }),
  );
  const run = await begin(...calls);
  await emit(agent, {
    type: "RUN_FINISHED",
    ...run,
    outcome: {
      type: "interrupt",
      interrupts: [{ id: "i", reason: "tool_call", toolCallId: "c2", message: "Run it?" }],
    },
  });
  await finish(agent);
  expect(await screen.findByRole("button", { name: "Approve" })).toBeVisible();
  expect(refusal.attempts).toBeGreaterThan(0);
  for (const name of ["C1 tool", "C2 tool", "C3 tool"])
    expect(screen.getByText(name)).toBeVisible();
  isComposerUsable();
});

test("a tool call whose card throws shows its name, arguments and result", async () => {
  expectErrors();
  refuseAttribute("data-unit", "call c");
  const { agent, begin } = renderChat([]);
  await begin(
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "weather", timestamp: 1000 },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"city":"Ulm"}' },
    { type: "TOOL_CALL_END", toolCallId: "c", timestamp: 9000 },
    {
      type: "TOOL_CALL_RESULT",
      toolCallId: "c",
      messageId: "r",
      content: "sunny",
      timestamp: 20000,
    },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a", role: "assistant", delta: "It is sunny." },
  );
  await finish(agent);
  expect(screen.getByText(/weather\s+\{"city":"Ulm"\}\s+sunny/)).toBeVisible();
  expect(screen.getByText("It is sunny.")).toBeVisible();
  isComposerUsable();
});

test("the actions of a message that throw leave its text and the chat", async () => {
  const complaints = expectErrors();
  refuseAttribute("role", "toolbar");
  renderChat([
    { id: "u", role: "user", content: "Hi" },
    { id: "a", role: "assistant", content: "Hello **you**" },
  ]);
  expect(await screen.findByText("you")).toBeVisible();
  expect(complaints).toHaveBeenCalled();
  isComposerUsable();
});

test("an interrupt whose card throws shows its question, and can be left without an answer", async () => {
  expectErrors();
  refuseAttribute("role", "timer");
  const { agent, begin } = renderChat([]);
  const run = await begin({ type: "TEXT_MESSAGE_CHUNK", messageId: "a", delta: "Let me ask." });
  const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString();
  const interrupts = [
    { id: "i1", reason: "confirmation", message: "Delete all?", expiresAt },
    { id: "i2", reason: "confirmation", message: "Keep a copy?" },
  ];
  await emit(agent, { type: "RUN_FINISHED", ...run, outcome: { type: "interrupt", interrupts } });
  await finish(agent);
  const card = await screen.findByRole("group", { name: /Couldn’t display this question/ });
  expect(within(card).getByText("Delete all?")).toBeVisible();
  expect(within(card).getAllByRole("button")).toHaveLength(1);
  expect(screen.getByRole("group", { name: "Please confirm" })).toBeVisible();
  isComposerUsable();

  const user = userEvent.setup();
  await user.click(within(card).getByRole("button", { name: "Skip" }));
  await user.click(screen.getByRole("button", { name: "Yes" }));
  const { resume } = await act(() => agent.started());
  expect(resume).toMatchObject([
    { interruptId: "i1", status: "cancelled" },
    { interruptId: "i2", status: "resolved" },
  ]);
  await finish(agent);
});

test("a user message whose picture throws shows its text and the names of its files", async () => {
  expectErrors();
  refuseAttribute("data-type", "image");
  const source = { type: "url", value: "https://broken.example/map.png" } as const;
  renderChat([
    {
      id: "u",
      role: "user",
      content: [
        { type: "text", text: "Where is it?" },
        { type: "image", source, metadata: { filename: "map.png" } },
        { type: "audio", source },
      ],
    },
  ]);
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(screen.getByText(/Where is it\?\s+map\.png\s+Audio/)).toBeVisible();
  isComposerUsable();
});

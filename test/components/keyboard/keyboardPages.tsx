import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../../stories/conversation.tsx";
import { messageField } from "../chatElements.ts";

/** Tests by the row of docs/keyboard-and-accessibility.md whose keys they press. */
export type KeyTests = Readonly<Record<string, () => Promise<void>>>;

export const keys = (input: string) => userEvent.keyboard(input);
/**
 * Runs an action that scrolls a box and waits for the end of the scroll, because Chromium may drop keys
 * before.
 */
export async function scrolledBy(box: Element, action: () => unknown) {
  const ended = new Promise((resolve) => {
    box.addEventListener("scrollend", resolve, { once: true });
  });
  await action();
  await ended;
}
export const focusOn = async (name: string) =>
  (await screen.findByRole("button", { name })).focus();
export const log = () => screen.getByRole("log");

export function renderKeyboardChat(messages: readonly Message[], ...scripts: readonly Script[]) {
  const thread = createThread({ agent: scriptedAgent(...scripts), initialMessages: messages });
  render(
    <div style={{ inlineSize: 420, blockSize: 480 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  return thread;
}

/** Renders a composer with an open menu of mentions. */
export async function renderMenu(script: Script = []) {
  const thread = createThread({ agent: scriptedAgent(script) });
  const items = ["Ana", "Ben"].map((label) => ({ id: label, label }));
  render(
    <ThreadProvider thread={thread}>
      <Chat completions={[{ trigger: "@", label: "People", items }]} />
    </ThreadProvider>,
  );
  await userEvent.type(messageField(), "@");
  await screen.findByRole("listbox");
  return thread;
}

export async function renderRunningChat() {
  const thread = renderKeyboardChat([], hangAfter(), textRun("Two"));
  void thread.send("One");
  await screen.findByRole("button", { name: "Stop" });
  return thread;
}

/** Renders a list of three conversations, the last one on top. */
export async function renderKeyboardThreads() {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (const threadId of ["One", "Two", "Three"]) {
    const initialMessages = [{ id: threadId, role: "user", content: threadId } as const];
    client.thread({ threadId, initialMessages });
  }
  render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList />
        <button type="button">After it</button>
      </ThreadsProvider>
    </AgentProvider>,
  );
  await waitFor(() => expect(openers()).toHaveLength(3));
  openers()[0]?.focus();
}

export const openers = () => [...document.querySelectorAll<HTMLElement>(".agk-thread-open")];
export const versions: readonly Message[] = [
  { id: "u", role: "user", content: "Where to?" },
  { id: "a", role: "assistant", content: "To Lisbon." },
];
export const wide = "x".repeat(200);
export const approval = {
  id: "i",
  reason: "tool_call",
  message: "Delete it?",
  responseSchema: {
    type: "object",
    properties: { approved: { type: "boolean" }, reason: { type: "string" } },
    required: ["approved"],
  },
};

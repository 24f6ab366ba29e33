import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

/** A question, and an answer of two messages with a tool call between them. */
export const conversation: readonly Message[] = [
  { id: "u1", role: "user", content: "A *weekend* in Lisbon?" },
  {
    id: "a1",
    role: "assistant",
    content: "Let me **look**.",
    toolCalls: [{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } }],
  },
  { id: "t1", role: "tool", toolCallId: "c1", content: "sunny" },
  { id: "a2", role: "assistant", content: "Go on *Saturday*." },
];

const regeneratingAgent = () => scriptedAgent(textRun("One more", { messageId: "a9" }));

/** Renders a chat with the conversation above. */
export function renderActionsChat(props: ChatProps = {}, thread: Thread = makeThread()) {
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>,
  );
  // After `render`: `userEvent.setup` replaces the clipboard.
  return { thread, user: userEvent.setup() };
}

export const makeThread = (messages = conversation) =>
  createThread({ agent: regeneratingAgent(), initialMessages: messages });

export const button = (name: string) => screen.getByRole("button", { name });

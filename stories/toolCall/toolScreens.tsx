import type { ComponentType, ReactElement, ReactNode } from "react";
import { expect, waitFor, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import type { EventInput, Message } from "../../src/protocol/events.ts";
import type { Script } from "../../src/testing/script.ts";
import { Conversation, Page } from "../conversation.tsx";

/** Creates the events of a complete tool call. */
export const toolCallEvents = (id: string, name: string, args: object): readonly EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, parentMessageId: "calls" },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: JSON.stringify(args) },
  { type: "TOOL_CALL_END", toolCallId: id },
];

/** Waits until a text is fully visible in the conversation, after its fade-in. */
export async function waitForText(
  canvasElement: HTMLElement,
  text: string | RegExp,
): Promise<void> {
  await waitFor(() =>
    expect(within(within(canvasElement).getByRole("log")).getByText(text)).toBeVisible(),
  );
}

const question: readonly Message[] = [
  { id: "u", role: "user", content: "Pack for Lisbon, please." },
];

/** Renders a chat with these tools and a scripted agent. */
export function renderToolScreen(
  Tools: ComponentType<{ readonly children: ReactNode }>,
  scripts: readonly Script[],
): () => ReactElement {
  return () => (
    <Page>
      <Conversation messages={question} isStarted scripts={scripts}>
        <Tools>
          <Chat />
        </Tools>
      </Conversation>
    </Page>
  );
}

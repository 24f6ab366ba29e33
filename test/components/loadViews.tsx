import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll } from "vitest";
import { MessageActions } from "../../src/components/message/MessageActions.tsx";
import { MediaPart } from "../../src/components/message/MediaPart.tsx";
import { Message as MessageView } from "../../src/components/message/Message.tsx";
import { JsonView } from "../../src/components/toolCall/JsonView.tsx";
import { ToolCall } from "../../src/components/toolCall/ToolCall.tsx";
import { ToolGroup } from "../../src/components/toolCall/ToolGroup.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import type { ToolCallView } from "../../src/selectors/toolCallView.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";

const calls = ["a", "b", "c"].map(
  (id): ToolCallView => ({
    toolCall: { id, type: "function", function: { name: "look", arguments: "{}" } },
    info: { messageId: "m", status: "complete" },
    result: undefined,
    status: "complete",
    interrupts: [],
    outputs: [],
  }),
);

const waiting: ToolCallView = {
  toolCall: { id: "w", type: "function", function: { name: "ask", arguments: "{}" } },
  info: { messageId: "m", status: "waiting" },
  result: undefined,
  status: "waiting",
  interrupts: [],
  outputs: [],
};

const result: Message = { id: "r", role: "tool", toolCallId: "none", content: "looked up" };

const note: Message = { id: "n", role: "system", content: "noted" };

const question: Message = { id: "u", role: "user", content: "Loaded?" };

/** Has what shows JSON values, media, actions, calls and their results loaded, which a page loads with the first of them. */
export function loadViews(): void {
  beforeAll(async () => {
    const thread = createThread({ agent: manualAgent(), initialMessages: [question] });
    render(
      <ThreadProvider thread={thread}>
        <MessageActions message={question} />
        <JsonView value="loaded" />
        <ToolGroup calls={calls} renderCall={() => null} />
        <ToolCall {...waiting} />
        <MessageView message={result} />
        <MessageView message={note} />
        <MediaPart part={{ type: "document", source: { type: "file", value: "f1" } }} />
      </ThreadProvider>,
    );
    await screen.findByRole("group", { name: /^Actions/ });
    await screen.findByText("loaded");
    await screen.findByText("3 tool calls");
    await screen.findByRole("button", { name: "Decline" });
    await screen.findByText("looked up");
    await screen.findByText("noted");
    await screen.findByText("Document", { selector: ".agk-file" });
    cleanup();
  });
}

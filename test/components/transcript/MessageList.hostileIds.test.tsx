import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";

/** Ids that are properties of every object. */
const ids = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"];

/** Events that name something by an id, and the text that a chat shows for them. */
const kinds: Readonly<Record<string, (id: string) => readonly [EventInput[], string]>> = {
  "a text message": (id) => [
    [{ type: "TEXT_MESSAGE_CHUNK", messageId: id, role: "assistant", delta: "Hello there" }],
    "Hello there",
  ],
  "a tool call": (id) => [
    [{ type: "TOOL_CALL_CHUNK", toolCallId: id, toolCallName: "find_weather", delta: "{}" }],
    "Find weather",
  ],
  "a tool call and its tool": (id) => [
    [
      { type: "TOOL_CALL_CHUNK", toolCallId: id, toolCallName: id, delta: "{}" },
      { type: "TOOL_CALL_RESULT", toolCallId: id, messageId: `${id} result`, content: "sunny" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "after", role: "assistant", delta: "It is sunny" },
    ],
    "It is sunny",
  ],
  "an activity": (id) => [
    [
      {
        type: "ACTIVITY_SNAPSHOT",
        messageId: id,
        activityType: id,
        content: { title: "Search of flights" },
      },
    ],
    "Search of flights",
  ],
  reasoning: (id) => [
    [
      { type: "REASONING_START", messageId: id },
      { type: "REASONING_MESSAGE_CHUNK", messageId: id, delta: "The user wants rain" },
      { type: "REASONING_END", messageId: id },
    ],
    "The user wants rain",
  ],
};

describe.each(Object.keys(kinds))("an id of %s that is a property of every object", (kind) => {
  test.each(ids)("leaves the chat and its text: %s", async (id) => {
    const complaints = expectErrors();
    const agent = manualAgent();
    const thread = createThread({ agent });
    render(
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>,
    );
    const [events, text] = kinds[kind]?.(id) ?? [[], ""];
    act(() => void thread.send("Go on"));
    const { threadId, runId } = await act(() => agent.started());
    await emit(agent, { type: "RUN_STARTED", threadId, runId }, ...events);
    const log = within(screen.getByRole("log"));
    expect(await log.findByText(text)).toBeInTheDocument();
    await emit(agent, { type: "RUN_FINISHED", threadId, runId });
    await finish(agent);
    // Reasoning collapses when it ends.
    for (const summary of log.queryAllByText(/^Thought/)) await userEvent.click(summary);
    expect(log.getByText(text)).toBeInTheDocument();
    expect(log.getByText("Go on")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Message" })).toBeEnabled();
    expect(log.queryByText(/Couldn’t display/)).not.toBeInTheDocument();
    expect(complaints).not.toHaveBeenCalled();
  });
});

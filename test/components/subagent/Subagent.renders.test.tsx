import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler } from "react";
import { expect, test } from "vitest";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { AssistantMessageItemProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, messageDelta, openMessage, spawn } from "../../hooks/subagents.ts";
import { textEvents } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";

const history: readonly Message[] = Array.from({ length: 100 }, (_, n): Message => {
  return { id: `h${n}`, role: "assistant", content: `Answer ${n}` };
});

/** Renders a transcript with two running sub-agents, and counts the renders of each message. */
async function renderTwo() {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: history });
  const rendered: Record<string, number> = {};
  let commits = 0;
  const components = {
    AssistantMessageItem: ({ message }: AssistantMessageItemProps) => {
      rendered[message.id] = (rendered[message.id] ?? 0) + 1;
      return <p>{message.content}</p>;
    },
  };
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings components={components}>
        <Profiler id="list" onRender={() => commits++}>
          <MessageList />
        </Profiler>
      </ChatSettings>
    </ThreadProvider>,
  );
  act(() => void thread.run());
  const { threadId, runId } = await act(() => agent.started());
  await emit(
    agent,
    { type: "RUN_STARTED", threadId, runId },
    spawn("a"),
    spawn("b"),
    ...asSubagent("a", [...textEvents("m1", "Settled"), ...openMessage("m2", "word ")]),
    ...asSubagent("b", openMessage("m3", "word ")),
  );
  const during = async (happening: () => Promise<unknown>) => {
    for (const id of Object.keys(rendered)) delete rendered[id];
    commits = 0;
    await happening();
    return { rendered: { ...rendered }, commits };
  };
  return { agent, during };
}

test("renders only the message of a token in an open card", async () => {
  const { agent, during } = await renderTwo();
  await userEvent.click(await screen.findByText("A", { selector: "details *" }));
  await userEvent.click(await screen.findByText("B", { selector: "details *" }));
  await screen.findByText("Settled");
  const { rendered, commits } = await during(async () => {
    for (let sent = 0; sent < 20; sent++)
      await emit(agent, ...asSubagent("a", [messageDelta("m2")]));
  });
  expect(rendered).toEqual({ m2: 20 });
  expect(commits).toBe(20);
  await finish(agent);
});

test("renders nothing for a token in a closed card", async () => {
  const { agent, during } = await renderTwo();
  await screen.findByText("A", { selector: "details *" });
  const { rendered, commits } = await during(async () => {
    for (let sent = 0; sent < 20; sent++)
      await emit(agent, ...asSubagent("a", [messageDelta("m2")]));
  });
  expect(rendered).toEqual({});
  expect(commits).toBe(0);
  await finish(agent);
});

test("renders no other message when one starts in a card", async () => {
  const { agent, during } = await renderTwo();
  await userEvent.click(await screen.findByText("A", { selector: "details *" }));
  await screen.findByText("Settled");
  const { rendered } = await during(async () => {
    await emit(agent, ...asSubagent("a", openMessage("m4", "More")));
    await emit(agent, ...asSubagent("a", [{ type: "TEXT_MESSAGE_END", messageId: "m4" }]));
  });
  expect(Object.keys(rendered)).toEqual(["m4"]);
  await finish(agent);
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const thread = () =>
  createThread({
    agent: scriptedAgent([]),
    initialMessages: [
      { id: "u", role: "user", content: "Hi" },
      { id: "r", role: "reasoning", content: "Hm" },
      {
        id: "a",
        role: "assistant",
        content: "Hello",
        toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { id: "s", role: "system", content: "Be kind" },
      { id: "p", role: "activity", activityType: "PLAN", content: { steps: [] } },
    ],
  });

test.each([
  ["Chat", "agk-chat"],
  ["MessageList", "agk-transcript"],
  ["UserMessageItem", "agk-message"],
  ["AssistantMessageItem", "agk-message"],
  ["Reasoning", "agk-reasoning"],
  ["SystemMessageItem", "agk-system-message"],
  ["Activity", "agk-activity"],
  ["ToolCallCard", "agk-tool-call"],
  ["ToolGroup", "agk-tool-group"],
  ["Composer", "agk-composer"],
] as const)("`classNames` adds a class after that of %s", (part, own) => {
  const { container } = render(
    <ThreadProvider thread={thread()}>
      <Chat classNames={{ [part]: "mine" }} />
    </ThreadProvider>,
  );
  const marked = [...container.querySelectorAll(".mine")];
  expect(marked.map(({ className }) => className)).toEqual([`${own} mine`]);
});

test("`classNames` adds the class of `MessageItem` and that of the role to a message", () => {
  render(
    <ThreadProvider thread={thread()}>
      <Chat classNames={{ MessageItem: "row", UserMessageItem: "mine" }} />
    </ThreadProvider>,
  );
  const classes = screen.getAllByRole("article").map(({ className }) => className);
  expect(classes).toEqual([
    "agk-message row mine",
    "agk-message row",
    "agk-message row",
    "agk-message row",
    "agk-message row",
  ]);
});

test("`classNames` adds classes to a popup, a sidebar, their buttons and the message editor", async () => {
  const classNames = {
    ChatLauncher: "a",
    ChatPopup: "b",
    ChatSidebar: "c",
    ChatSidebarPanel: "d",
    ChatSidebarToggle: "e",
    MessageEditor: "f",
  };
  const { container } = render(
    <ThreadProvider thread={thread()}>
      <ChatPopup classNames={classNames} />
      <ChatSidebar classNames={classNames} defaultOpen>
        <ChatSidebarToggle className="own" />
      </ChatSidebar>
    </ThreadProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit message" }));
  await screen.findByRole("textbox", { name: "Edit message" });
  for (const [name, own] of [
    ["a", "agk-launcher"],
    ["b", "agk-popup"],
    ["c", "agk-layout"],
    ["d", "agk-sidebar"],
    ["e.own", "agk-button agk-toggle"],
    ["f", "agk-editor"],
  ]) {
    const marked = [...container.querySelectorAll(`.${name}`)];
    expect(marked.map(({ className }) => className)).toEqual([`${own} ${name?.replace(".", " ")}`]);
  }
});

test("an element gets the `classNames` of all settings around it, and its own `className`", () => {
  render(
    <AgentProvider agent={scriptedAgent([])}>
      <ChatSettings classNames={{ Composer: "outer", Chat: "frame" }}>
        <ChatSettings classNames={{ Composer: "inner" }}>
          <Composer className="own" />
        </ChatSettings>
      </ChatSettings>
    </AgentProvider>,
  );
  const field = screen.getByRole("textbox");
  expect(field.closest("form")).toHaveClass("agk-composer outer inner own", { exact: true });
});

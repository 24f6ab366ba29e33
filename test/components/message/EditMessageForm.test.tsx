import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { UserMessage } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { finish } from "../../hooks/wrap.tsx";
import { shownContents } from "../../support/threadViews.ts";
import { messageField } from "../chatElements.ts";
import { button, conversation, makeThread, renderActionsChat } from "./actionsChat.tsx";

describe("the edit form", () => {
  test("creates a branch with the edited text, runs it and moves the focus to the composer", async () => {
    const { thread, user } = renderActionsChat();
    await user.click(button("Edit message"));
    const field = screen.getByRole("textbox", { name: "Edit message" });
    expect(field).toHaveFocus();
    expect(field).toHaveValue("A *weekend* in Lisbon?");
    await user.clear(field);
    await user.keyboard("A week{Shift>}{Enter}{/Shift}in Oslo{Enter}");
    await screen.findByText("One more");
    expect(shownContents(thread)).toEqual(["A week\nin Oslo", "One more"]);
    expect(await screen.findByRole("group", { name: "Version 2 of 2" })).toBeVisible();
    expect(messageField()).toHaveFocus();
  });

  test("closes on Escape without changes, and returns the focus to the edit button", async () => {
    const { thread, user } = renderActionsChat();
    await user.click(button("Edit message"));
    await user.keyboard(" No{Escape}");
    expect(button("Edit message")).toHaveFocus();
    expect(shownContents(thread)).toEqual(conversation.map(({ content }) => content));
    await user.click(button("Edit message"));
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon?",
    );
  });

  test("closes on Escape from its buttons, and marks the key as handled", async () => {
    let isHandled: boolean | undefined;
    const { user } = renderActionsChat({
      onKeyDown: (event) => {
        if (event.key === "Escape") isHandled = event.isDefaultPrevented();
      },
    });
    await user.click(button("Edit message"));
    await user.tab();
    expect(button("Cancel")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(isHandled).toBe(true);
    expect(button("Edit message")).toHaveFocus();
  });

  test("keeps attachments when the text changes", async () => {
    const image = {
      type: "image",
      source: { type: "data", value: "aaaa", mimeType: "image/png" },
    } as const;
    const content: UserMessage["content"] = [image, { type: "text", text: "What is this?" }];
    const { thread, user } = renderActionsChat(
      {},
      makeThread([{ id: "u1", role: "user", content }]),
    );
    await user.click(button("Edit message"));
    await user.keyboard(" A sun?{Enter}");
    await screen.findByText("One more");
    expect(shownContents(thread)[0]).toEqual([
      { type: "text", text: "What is this? A sun?" },
      image,
    ]);
  });

  test("does not send an empty message", async () => {
    const { thread, user } = renderActionsChat();
    await user.click(button("Edit message"));
    await user.clear(screen.getByRole("textbox", { name: "Edit message" }));
    await user.keyboard("{Enter}");
    const editor = within(screen.getByRole("group", { name: /^Actions for your message/ }));
    const save = editor.getByRole("button", { name: "Send" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await user.click(save);
    expect(thread.getSnapshot().messages).toHaveLength(4);
  });

  test("shows an error and keeps the text when the thread rejects the edit", async () => {
    const { thread, user } = renderActionsChat();
    await user.click(button("Edit message"));
    await user.keyboard(" Soon");
    thread.dispose();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon? Soon",
    );
  });

  test("restores the unsent text when the thread is shown again", async () => {
    const thread = makeThread();
    const other = makeThread([{ id: "u5", role: "user", content: "Something else" }]);
    const chat = (shownThread: Thread) => (
      <ThreadProvider thread={shownThread}>
        <Chat />
      </ThreadProvider>
    );
    const user = userEvent.setup();
    const { rerender } = render(chat(thread));
    await user.click(button("Edit message"));
    await user.keyboard(" Soon");
    rerender(chat(other));
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    rerender(chat(thread));
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon? Soon",
    );
    expect(screen.getByRole("textbox", { name: "Edit message" })).not.toHaveFocus();
  });
});

describe("ArrowUp in the composer", () => {
  test("opens the last user message in the editor, and Escape returns to the composer", async () => {
    const { user } = renderActionsChat(
      {},
      makeThread([...conversation, { id: "u2", role: "user", content: "Why?" }]),
    );
    await user.click(messageField());
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue("Why?");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(messageField()).toHaveFocus();
  });

  test("does nothing with text in the field, with a modifier key, or from an input method", async () => {
    const { user } = renderActionsChat();
    await user.click(messageField());
    await user.keyboard(
      "{Shift>}{ArrowUp}{/Shift}{Alt>}{ArrowUp}{/Alt}{Control>}{ArrowUp}{/Control}",
    );
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    messageField().dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowUp", keyCode: 229, bubbles: true }),
    );
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.keyboard("x{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
  });

  test("opens the last queued message, if there is one", async () => {
    const agent = manualAgent();
    const { thread, user } = renderActionsChat(
      {},
      createThread({ agent, initialMessages: conversation }),
    );
    act(() => void thread.send("And then?"));
    await act(() => agent.started());
    await user.click(messageField());
    await user.keyboard("{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.keyboard("Later{Enter}");
    await screen.findByRole("toolbar", { name: "Later" });
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("textbox", { name: "Queued message" })).toHaveValue("Later");
    await finish(agent);
  });
});

test("an edit during a run of this tab reports that the agent is still answering", async () => {
  const agent = manualAgent();
  const { thread, user } = renderActionsChat(
    {},
    createThread({ agent, initialMessages: conversation }),
  );
  await user.click(button("Edit message"));
  act(() => void thread.send("More"));
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  await user.type(screen.getByRole("textbox", { name: "Edit message" }), "!{Enter}");
  expect(await screen.findByText("Wait until the response is finished.")).toBeVisible();
  await finish(agent);
});

/** Finds the field of the edit form; the other text box is the composer. */
async function findEditField() {
  await waitFor(() => expect(screen.getAllByRole("textbox")).toHaveLength(2));
  return screen.getAllByRole("textbox")[0] as HTMLElement;
}

test("an unsent edit is restored after its thread was released", async () => {
  const agent = scriptedAgent(textRun("Yes"));
  const client = createAgentClient({ agent, storage: memoryStorage() });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded: 0 });
  onTestFinished(directory.subscribe(() => {}));
  const loadedIds = () => client.threads().map(({ threadId }) => threadId);
  const chatOf = (threadId: string) => (
    <AgentProvider client={client}>
      <ThreadProvider threadId={threadId}>
        <Chat />
      </ThreadProvider>
    </AgentProvider>
  );
  const { rerender } = render(chatOf("t"));
  const user = userEvent.setup();
  await act(async () => {
    await client.thread({ threadId: "t" }).send("One");
  });
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  await user.type(await findEditField(), " and much more");
  rerender(chatOf("other"));
  await expect.poll(loadedIds).toEqual(["other"]);
  rerender(chatOf("t"));
  await screen.findByText("Yes");
  expect(await findEditField()).toHaveValue("One and much more");
});

test("an unsent edit is restored after its provider remounts", async () => {
  const agent = scriptedAgent(textRun("Yes"));
  const storage = memoryStorage();
  const chat = (
    <AgentProvider agent={agent} storage={storage}>
      <ThreadProvider threadId="t">
        <Chat />
      </ThreadProvider>
    </AgentProvider>
  );
  const user = userEvent.setup();
  const { unmount } = render(chat);
  await user.type(screen.getByRole("textbox"), "One{Enter}");
  await screen.findByText("Yes");
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  await user.type(await findEditField(), " and much more");
  unmount();
  await vi.waitFor(async () => expect(JSON.stringify(await storage.load("t"))).toContain("Yes"));

  render(chat);
  await screen.findByText("Yes");
  expect(await findEditField()).toHaveValue("One and much more");
});

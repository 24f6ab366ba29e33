import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const agent = scriptedAgent(textRun("Hello"));

/** Returns a storage that reads on demand. */
function slow(storage: ThreadStorage) {
  let letRead = () => {};
  const mayRead = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  const load: ThreadStorage["load"] = (threadId) => mayRead.then(() => storage.load(threadId));
  return { storage: { ...storage, load }, letRead };
}

/** Returns such a storage with a conversation. */
async function slowWithConversation() {
  const stored = memoryStorage();
  const first = createThread({ agent, threadId: "t", storage: stored });
  await first.send("Hi");
  await expect.poll(first.isStored).toBe(true);
  first.dispose();
  return slow(stored);
}

test("no welcome is shown while a stored conversation loads", async () => {
  const { storage, letRead } = await slowWithConversation();
  const thread = createThread({ agent, threadId: "t", storage });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  expect(container.querySelector(".agk-skeleton")).toBeInTheDocument();
  expect(screen.queryByRole("heading")).toBeNull();
  await act(async () => letRead());
  await screen.findByText("Hello");
  expect(container.querySelector(".agk-skeleton")).toBeNull();
});

test("the welcome appears once the storage turns out to be empty", async () => {
  const { storage, letRead } = slow(memoryStorage());
  const thread = createThread({ agent, threadId: "t", storage });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  expect(screen.queryByRole("heading")).toBeNull();
  await act(async () => letRead());
  await screen.findByRole("heading", { name: "How can I help?" });
});

test("a restored conversation is not unread in a closed popup, but later messages are", async () => {
  const { storage, letRead } = await slowWithConversation();
  const thread = createThread({ agent, threadId: "t", storage });
  render(
    <ThreadProvider thread={thread}>
      <ChatPopup />
    </ThreadProvider>,
  );
  await act(async () => letRead());
  expect(thread.getSnapshot().messages).toHaveLength(2);
  const launcher = screen.getByRole("button", { name: /^Chat/ });
  expect(launcher).toHaveAccessibleName("Chat");
  await act(() => thread.send("And then?"));
  expect(launcher).toHaveAccessibleName("Chat, 1 new message");
});

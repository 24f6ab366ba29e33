import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { Queue } from "../../../src/components/queue/Queue.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const talk = [
  { id: "u1", role: "user", content: "A weekend in Lisbon?" },
  { id: "a1", role: "assistant", content: "Go on Saturday." },
] as const;

const view = (name: string) => within(screen.getByRole("region", { name }));
const fieldOf = (name: string) =>
  view(name).getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

/** Renders a thread twice. */
function renderTwice(views: ReactNode, agent = scriptedAgent(textRun("One more"))) {
  const thread = createThread({ agent, initialMessages: talk });
  render(<ThreadProvider thread={thread}>{views}</ThreadProvider>);
  return { thread, user: userEvent.setup() };
}

const chats = (
  <>
    <Chat label="Left" />
    <Chat label="Right" />
  </>
);

const parts = ["Left", "Right"].map((name) => (
  <section key={name} aria-label={name}>
    <MessageList />
    <div>
      <Queue />
      <Composer />
    </div>
  </section>
));

test.each([
  ["chats", chats],
  ["parts", parts],
])("the focus moves within the view that was used, of two %s", async (_what, views) => {
  const { user } = renderTwice(views);
  for (const name of ["Left", "Right"]) {
    const [again] = view(name).getAllByRole("button", { name: "Regenerate" });
    await user.click(again as HTMLElement);
    await waitFor(() => expect(fieldOf(name)).toHaveFocus());
    await act(() => new Promise(requestAnimationFrame));
    expect(fieldOf(name)).toHaveFocus();
  }
});

test.each([
  ["chats", chats],
  ["parts", parts],
])(
  "ArrowUp edits the last message in the view where it was pressed, of two %s",
  async (_what, views) => {
    const { user } = renderTwice(views);
    for (const name of ["Left", "Right"]) {
      await user.click(fieldOf(name));
      await user.keyboard("{ArrowUp}");
      const editor = view(name).getByRole("textbox", { name: /Edit/ });
      expect(editor).toHaveFocus();
      expect(screen.getAllByRole("textbox", { name: /Edit/ })).toEqual([editor]);
      await user.keyboard("{Escape}");
      expect(fieldOf(name)).toHaveFocus();
    }
  },
);

test.each([
  ["chats", chats],
  ["parts", parts],
])("an empty queue moves the focus to the composer beside it, of two %s", async (_what, views) => {
  const agent = manualAgent();
  const { thread } = renderTwice(views, agent);
  void thread.send("First");
  await act(() => agent.started());
  for (const name of ["Left", "Right"]) {
    await act(async () => void thread.send("Second", { whenBusy: "queue" }));
    const edit = await view(name).findByRole("button", { name: "Edit Second" });
    act(() => edit.focus());
    const [waiting] = thread.getSnapshot().queue;
    await act(() => thread.removeQueued(waiting?.id ?? ""));
    expect(fieldOf(name)).toHaveFocus();
  }
  await act(async () => thread.stop());
});

test("a chat without a composer does not use that of another chat", async () => {
  const { user } = renderTwice(
    <>
      <Chat label="Left" />
      <Chat label="Right" components={{ Composer: () => null }} />
    </>,
  );
  await user.click(view("Right").getByRole("button", { name: "Regenerate" }));
  await waitFor(() => expect(view("Right").getByRole("log")).toHaveFocus());
  await user.click(fieldOf("Left"));
  await user.keyboard("{ArrowUp}");
  expect(view("Right").queryByRole("textbox")).toBeNull();
});

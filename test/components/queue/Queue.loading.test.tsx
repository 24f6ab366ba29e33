import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const path = "../../../src/components/queue/QueueList.tsx";

afterEach(() => vi.doUnmock(path));

/** What is loaded anew, with a list that cannot be. */
async function load() {
  vi.resetModules();
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  const { Chat } = await import("../../../src/components/chat/Chat.tsx");
  const { Composer } = await import("../../../src/components/composer/Composer.tsx");
  const { Queue } = await import("../../../src/components/queue/Queue.tsx");
  const { ThreadProvider } = await import("../../../src/hooks/providers/ThreadProvider.tsx");
  return { Chat, Composer, Queue, ThreadProvider };
}

/** Shows a thread in which a message waits. */
async function renderWaiting(
  { ThreadProvider }: Awaited<ReturnType<typeof load>>,
  shown: ReactNode,
) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  void thread.send("First");
  await agent.started();
  render(<ThreadProvider thread={thread}>{shown}</ThreadProvider>);
  act(() => void thread.send("Then", { whenBusy: "queue" }));
  return { thread, said: await screen.findByRole("alert") };
}

test("a list that cannot be loaded says so while something waits, with the classes it was given", async () => {
  const parts = await load();
  const { thread, said } = await renderWaiting(parts, <parts.Queue className="mine" />);
  expect(said.closest(".agk-queue")).toHaveClass("mine");
  const [queued] = thread.getSnapshot().queue;
  await act(() => thread.removeQueued(queued?.id ?? ""));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test.each([
  ["a chat", ({ Chat }: Awaited<ReturnType<typeof load>>) => <Chat />],
  [
    "a page of one's own",
    ({ Queue, Composer }: Awaited<ReturnType<typeof load>>) => (
      <>
        <Queue />
        <Composer />
      </>
    ),
  ],
])("trying again in %s leads on to where one writes", async (_where, shown) => {
  const parts = await load();
  const { said } = await renderWaiting(parts, shown(parts));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  expect(said).not.toBeInTheDocument();
});

import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { startRun } from "../../hooks/toolChat.tsx";
export const region = () => screen.queryByRole("region", { name: "Queued messages" });
export const queueList = () => within(screen.getByRole("region", { name: "Queued messages" }));
export const queueTexts = () =>
  queueList()
    .getAllByRole("listitem")
    .map((item) => item.textContent);
export const queueButton = (name: string) => queueList().getByRole("button", { name });

/** Moves a queued message with its menu. */
export async function moveQueued(
  user: { readonly click: (element: Element) => Promise<void> },
  text: string,
  direction: "up" | "down",
): Promise<void> {
  await user.click(queueButton(`Move ${text}`));
  await user.click(queueList().getByRole("menuitem", { name: `Move ${direction}` }));
}

/** Renders a chat in StrictMode, with a function that shows another thread in it. */
export function renderQueueChat(thread: Thread, props: ChatProps = {}) {
  const view = (shownThread: Thread) => (
    <StrictMode>
      <ThreadProvider thread={shownThread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(view(thread));
  const show = (shownThread: Thread) => rerender(view(shownThread));
  return Object.assign(userEvent.setup(), { show, unmount });
}

/** Queues messages on a busy thread. */
export async function queueAll(thread: Thread, contents: readonly string[]): Promise<void> {
  for (const content of contents) {
    await act(async () => void thread.send(content, { whenBusy: "queue" }).catch(() => {}));
  }
  await waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(contents.length));
}

/** Replaces commands of a thread, to make them fail or wait. */
type CommandOverrides = (thread: Thread) => Partial<Thread>;

/** Renders a chat during a run, with these messages queued. */
export async function renderBusy(
  contents: readonly string[],
  overrides: CommandOverrides = () => ({}),
) {
  const agent = manualAgent();
  const original = createThread({ agent });
  // The same object, which identifies the thread in the queue.
  const thread = Object.assign(original, overrides({ ...original }));
  const { show, unmount, ...user } = renderQueueChat(thread);
  await act(async () => void thread.send("First"));
  await startRun(agent);
  await queueAll(thread, contents);
  if (contents.length > 0) await screen.findByRole("region", { name: "Queued messages" });
  const sentTexts = () => agent.inputs.map(({ messages }) => messages.at(-1)?.content);
  return { agent, thread, user, show, unmount, sentTexts };
}

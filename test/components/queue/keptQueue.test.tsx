import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { Queue } from "../../../src/components/queue/Queue.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import type { AgentClient } from "../../../src/store/client/types.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const write = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: "Enter" });
};

const page = (client: AgentClient) => (
  <AgentProvider client={client}>
    <ThreadProvider threadId="t">
      <Queue />
      <Composer />
    </ThreadProvider>
  </AgentProvider>
);

test("what waits in a stored queue is not put into the field as well when its client is let go of", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const first = createAgentClient({ agent, storage });
  const { unmount } = render(page(first));
  await waitFor(() => expect(field()).toBeEnabled());
  write("First");
  await act(() => agent.started());
  write("Second");
  await waitFor(() => expect(first.thread({ threadId: "t" }).getSnapshot().queue).toHaveLength(1));
  unmount();
  await act(async () => first.dispose());

  const next = createAgentClient({ agent, storage });
  render(page(next));
  const { store } = next.thread({ threadId: "t" });
  await waitFor(() => expect(store.getState().queue).toMatchObject([{ content: "Second" }]));
  expect(field()).toHaveValue("");
  next.dispose();
});

/** A page that was left while "Second" was being changed into "Second, please". */
async function leftWhileEditing(storage: ThreadStorage) {
  const agent = manualAgent();
  const first = createAgentClient({ agent, storage });
  const { unmount } = render(page(first));
  write("First");
  await act(() => agent.started());
  write("Second");
  await userEvent.click(await screen.findByRole("button", { name: "Edit Second" }));
  await userEvent.keyboard(", please");
  await waitFor(() => expect(first.thread({ threadId: "t" }).isStored()).toBe(true));
  unmount();
  await act(async () => first.dispose());
  return agent;
}

test("what is being changed of a message that waits is there again when its client is made again", async () => {
  const storage = memoryStorage();
  const agent = await leftWhileEditing(storage);
  const next = createAgentClient({ agent, storage });
  onTestFinished(() => next.dispose());
  render(page(next));
  const editor = await screen.findByRole("textbox", { name: "Queued message" });
  expect(editor).toHaveValue("Second, please");
  await userEvent.type(editor, "{Enter}");
  const { store } = next.thread({ threadId: "t" });
  await waitFor(() =>
    expect(store.getState().queue).toMatchObject([{ content: "Second, please" }]),
  );
  expect(screen.queryByRole("textbox", { name: "Queued message" })).not.toBeInTheDocument();
});

const { loadDraft: _load, saveDraft: _save, ...withoutDrafts } = memoryStorage();
test.each([
  ["drafts", memoryStorage()],
  ["no drafts", withoutDrafts],
])(
  "what was being changed of a message that another window has removed meanwhile is in the field, with a storage that keeps %s",
  async (_what, storage) => {
    const agent = await leftWhileEditing(storage);
    const other = createAgentClient({ agent: manualAgent(), storage });
    const there = other.thread({ threadId: "t" });
    await waitFor(() => expect(there.getSnapshot().isRestoring).toBe(undefined));
    await there.removeQueued(there.getSnapshot().queue[0]?.id as string);
    await waitFor(() => expect(there.isStored()).toBe(true));
    other.dispose();

    const next = createAgentClient({ agent, storage });
    onTestFinished(() => next.dispose());
    const { unmount } = render(page(next));
    await waitFor(() => expect(field()).toHaveValue("Second, please"));
    // Once, and not again with the next one that is shown.
    unmount();
    render(page(next));
    expect(field()).toHaveValue("Second, please");
  },
);

test("what is being changed of a message that waits is there again when its provider is mounted anew", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const page = (
    <AgentProvider agent={agent} storage={storage}>
      <ThreadProvider threadId="t">
        <Queue />
        <Composer />
      </ThreadProvider>
    </AgentProvider>
  );
  const { unmount } = render(page);
  write("First");
  await act(() => agent.started());
  write("Second");
  await userEvent.click(await screen.findByRole("button", { name: "Edit Second" }));
  await userEvent.keyboard(", please");
  unmount();
  await waitFor(async () => expect(JSON.stringify(await storage.load("t"))).toContain("Second"));

  render(page);
  const editor = await screen.findByRole("textbox", { name: "Queued message" });
  expect(editor).toHaveValue("Second, please");
});

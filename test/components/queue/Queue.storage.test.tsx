import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { Queue } from "../../../src/components/queue/Queue.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { messageField } from "../chatElements.ts";

const write = (text: string) => {
  fireEvent.change(messageField(), { target: { value: text } });
  fireEvent.keyDown(messageField(), { key: "Enter" });
};

const page = (client: AgentClient) => (
  <AgentProvider client={client}>
    <ThreadProvider threadId="t">
      <Queue />
      <Composer />
    </ThreadProvider>
  </AgentProvider>
);

test("does not put stored queued messages into the composer when the client is disposed", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const first = createAgentClient({ agent, storage });
  const { unmount } = render(page(first));
  await waitFor(() => expect(messageField()).toBeEnabled());
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
  expect(messageField()).toHaveValue("");
  next.dispose();
});

/** Unmounts the chat while "Second" is being edited to "Second, please". */
async function leaveWhileEditing(storage: ThreadStorage) {
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

test("restores an unsaved edit with a new client", async () => {
  const storage = memoryStorage();
  const agent = await leaveWhileEditing(storage);
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
  "moves an unsaved edit to the composer when another tab removed its message, with a storage for %s",
  async (_what, storage) => {
    const agent = await leaveWhileEditing(storage);
    const other = createAgentClient({ agent: manualAgent(), storage });
    const there = other.thread({ threadId: "t" });
    await waitFor(() => expect(there.getSnapshot().isRestoring).toBe(undefined));
    await there.removeQueued(there.getSnapshot().queue[0]?.id as string);
    await waitFor(() => expect(there.isStored()).toBe(true));
    other.dispose();

    const next = createAgentClient({ agent, storage });
    onTestFinished(() => next.dispose());
    const { unmount } = render(page(next));
    await waitFor(() => expect(messageField()).toHaveValue("Second, please"));
    // The text moves once, not again with the next mount.
    unmount();
    render(page(next));
    expect(messageField()).toHaveValue("Second, please");
  },
);

test("restores an unsaved edit when the provider is mounted again", async () => {
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

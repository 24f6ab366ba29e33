import { act, cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { type UseThreadsResult, useThreads } from "../../../src/hooks/threads/useThreads.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { messageField } from "../chatElements.ts";

/** Renders a thread of a storage, as a page does after a reload. */
function openPage(storage: ThreadStorage, threadId = "t") {
  cleanup();
  const agent = manualAgent();
  const client = createAgentClient({ agent, storage });
  render(
    <StrictMode>
      <AgentProvider client={client}>
        <ThreadProvider threadId={threadId}>
          <Composer />
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>,
  );
  return { agent, user: userEvent.setup() };
}

test("a draft is restored after a reload, in its own thread only", async () => {
  const storage = memoryStorage();
  const { user } = openPage(storage);
  await user.type(messageField(), "Half a sentence");
  openPage(storage);
  await waitFor(() => expect(messageField()).toHaveValue("Half a sentence"));
  openPage(storage, "other");
  const load = vi.spyOn(storage, "loadDraft");
  openPage(storage, "other");
  await waitFor(() => expect(load).toHaveBeenCalled());
  await act(async () => {});
  expect(messageField()).toHaveValue("");
});

test("a draft is saved while the user types, and when the page is hidden", async () => {
  const storage = memoryStorage();
  const { user } = openPage(storage);
  await user.type(messageField(), "Half");
  await vi.waitFor(async () => expect(await storage.loadDraft?.("t")).toBe("Half"));
  const save = vi.spyOn(storage, "saveDraft");
  await user.type(messageField(), " a sentence");
  window.dispatchEvent(new Event("pagehide"));
  expect(await storage.loadDraft?.("t")).toBe("Half a sentence");
  // Not once for each keystroke.
  expect(save.mock.calls.length).toBeLessThan(5);
});

test("a sent draft is not restored", async () => {
  const storage = memoryStorage();
  const { agent, user } = openPage(storage);
  await user.type(messageField(), "Half");
  await vi.waitFor(async () => expect(await storage.loadDraft?.("t")).toBe("Half"));
  // From here on no time passes, so no delayed save runs.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(messageField(), { target: { value: "Half a sentence" } });
  fireEvent.keyDown(messageField(), { key: "Enter" });
  await act(() => agent.started());
  expect(agent.inputs).toHaveLength(1);
  expect(await storage.loadDraft?.("t")).toBe("");
});

test("a storage that returns other empty values than `undefined` causes no error", async () => {
  // A storage of an application may return other types.
  const none = vi.fn(async () => null as unknown as string);
  openPage({ ...memoryStorage(), loadDraft: none });
  await waitFor(() => expect(none).toHaveBeenCalled());
  await act(async () => {});
  expect(messageField()).toHaveValue("");
});

test("text typed before the draft is loaded stays after it, and both are saved", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  let read = () => {};
  const gate = new Promise<void>((resolve) => {
    read = resolve;
  });
  const { loadDraft } = storage;
  const late = vi.fn(async (id: string) => {
    await gate;
    return (await loadDraft?.(id)) ?? "";
  });
  const { user } = openPage({ ...storage, loadDraft: late });
  await waitFor(() => expect(late).toHaveBeenCalled());
  await user.type(messageField(), "New");
  await act(async () => read());
  expect(messageField()).toHaveValue("Old\nNew");
  await vi.waitFor(async () => expect(await storage.loadDraft?.("t")).toBe("Old\nNew"));
});

test("deleting a thread removes its draft", async () => {
  const storage = memoryStorage();
  const client = createAgentClient({ agent: manualAgent(), storage });
  let threads: UseThreadsResult | undefined;
  function Threads() {
    threads = useThreads();
    return null;
  }
  render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <Threads />
        <Composer />
      </ThreadsProvider>
    </AgentProvider>,
  );
  const threadId = threads?.currentId ?? "";
  await act(async () => void client.thread({ threadId }).send("Hello"));
  await waitFor(() => expect(threads?.threads).toHaveLength(1));
  await userEvent.type(messageField(), "Half");
  await vi.waitFor(async () => expect(await storage.loadDraft?.(threadId)).toBe("Half"));
  await userEvent.type(messageField(), " a sentence");
  await act(async () => threads?.remove(threadId));
  await waitFor(() => expect(messageField()).toHaveValue(""));
  cleanup();
  expect(await storage.loadDraft?.(threadId)).toBe("");
});

test("a storage that is full or denied causes no error", async () => {
  const storage: ThreadStorage = {
    ...memoryStorage(),
    loadDraft: () => Promise.reject(new Error("denied")),
    saveDraft: vi.fn(() => Promise.reject(new Error("full"))),
  };
  const { agent, user } = openPage(storage);
  await user.type(messageField(), "Hello");
  await waitFor(() => expect(storage.saveDraft).toHaveBeenCalledWith("t", "Hello"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
});

test("the draft of a thread created outside the client is not saved", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const client = createAgentClient({ agent: manualAgent(), storage });
  const foreign = createThread({ agent: manualAgent() });
  render(
    <AgentProvider client={client}>
      <ThreadProvider thread={foreign}>
        <Composer />
      </ThreadProvider>
    </AgentProvider>,
  );
  await userEvent.type(messageField(), "Mine");
  await act(async () => window.dispatchEvent(new Event("pagehide")));
  expect(save).not.toHaveBeenCalled();
});

test("a storage without draft methods is not called", async () => {
  const { loadDraft: _load, saveDraft: _save, ...without } = memoryStorage();
  const { agent, user } = openPage(without);
  await user.type(messageField(), "Mine{Enter}");
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  expect(messageField()).toHaveValue("");
});

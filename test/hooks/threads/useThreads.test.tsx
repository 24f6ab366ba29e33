import { act, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useThreads } from "../../../src/hooks/threads/useThreads.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";
import { type AppOptions, answeringAgent, renderThreads, shownTexts } from "./renderThreads.tsx";

describe.each([
  ["without a storage", () => undefined],
  ["with a storage", () => memoryStorage()],
])("useThreads %s", (_, createStorage) => {
  const open = (options: AppOptions = {}) => {
    const storage = createStorage();
    return renderThreads({ ...(storage && { storage }), ...options });
  };

  test("lists a thread from its first message on, titled by it, the latest first", async () => {
    const app = open();
    await waitFor(() => expect(app.now().isLoading).toBe(false));
    expect(app.now().threads).toEqual([]);
    await app.sendMessage("  The first\n question ");
    const first = app.now().currentId;
    await waitFor(() => expect(app.titles()).toEqual(["The first question"]));
    const second = await app.create();
    expect(app.now().currentId).toBe(second);
    expect(app.titles(), "the thread is empty").toEqual(["The first question"]);
    expect(await app.create(), "the empty thread is reused").toBe(second);
    await app.sendMessage("Another one");
    await waitFor(() => expect(app.titles()).toEqual(["Another one", "The first question"]));
    await app.switchTo(first);
    expect(shownTexts(app)).toEqual(["  The first\n question ", "Answer"]);
    expect(app.now().threads.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test("a run continues while another thread is shown, and its answer is unread until shown", async () => {
    const agent = manualAgent();
    const app = open({ agent });
    const first = app.now().currentId;
    await act(async () => void app.now().thread.send("Slow"));
    await startRun(agent);
    await waitFor(() => expect(app.threadTitled("Slow")).toMatchObject({ isRunning: true }));
    await app.create();
    expect(app.threadTitled("Slow")).toMatchObject({ isRunning: true, isUnread: false });
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Done" });
    await endRun(agent);
    await waitFor(() =>
      expect(app.threadTitled("Slow")).toMatchObject({ isRunning: false, isUnread: true }),
    );
    await app.switchTo(first);
    expect(shownTexts(app)).toEqual(["Slow", "Done"]);
    expect(app.threadTitled("Slow")).toMatchObject({ isUnread: false });
    await app.create();
    expect(app.threadTitled("Slow"), "the answer was read").toMatchObject({ isUnread: false });
  });

  test("marks a thread with an open interrupt", async () => {
    const agent = scriptedAgent([
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] },
      }),
    ]);
    const app = open({ agent });
    await app.sendMessage("May I?");
    await waitFor(() =>
      expect(app.threadTitled("May I?")).toMatchObject({ needsInput: true, isRunning: false }),
    );
  });

  test("keeps a name that the user set, and ignores a blank one", async () => {
    const app = open();
    await app.sendMessage("One");
    await waitFor(() => expect(app.titles()).toEqual(["One"]));
    await act(() => app.now().rename(app.now().currentId, "  Mine "));
    expect(app.titles()).toEqual(["Mine"]);
    await app.sendMessage("Two");
    await act(() => app.now().rename(app.now().currentId, "  "));
    expect(app.titles()).toEqual(["Mine"]);
  });

  test("archives and restores a thread", async () => {
    const app = open();
    await app.sendMessage("One");
    await waitFor(() => expect(app.titles()).toEqual(["One"]));
    const { archive, currentId } = app.now();
    await act(() => archive(currentId));
    expect(app.threadTitled("One")).toMatchObject({ isArchived: true });
    await act(() => archive(currentId, false));
    expect(app.threadTitled("One")).toMatchObject({ isArchived: false });
  });

  test("removing the shown thread stops its run and shows a new thread", async () => {
    const agent = manualAgent();
    const app = open({ agent });
    await act(
      async () =>
        void app
          .now()
          .thread.send("Slow")
          .catch(() => {}),
    );
    await startRun(agent);
    await waitFor(() => expect(app.threadTitled("Slow")).toMatchObject({ isRunning: true }));
    const { currentId, thread } = app.now();
    await act(() => app.now().remove(currentId));
    expect(agent.signal?.aborted).toBe(true);
    expect(app.now().threads).toEqual([]);
    expect(app.now().currentId).not.toBe(currentId);
    expect(shownTexts(app)).toEqual([]);
    expect(app.now().client.threads()).not.toContain(thread);
    await expect(thread.send("Late")).rejects.toMatchObject({ code: "thread-disposed" });
  });

  test("shows and lists a fork under the same title, and leaves the original unchanged", async () => {
    const agent = manualAgent();
    const other = answeringAgent();
    const storage = createStorage();
    const app = renderThreads({
      agents: { slow: agent, other },
      agentId: "other",
      ...(storage && { storage }),
    });
    await app.sendMessage("One");
    const first = app.now().currentId;
    const answer = app.now().thread.getSnapshot().messages[1]?.id;
    await act(() => app.now().rename(first, "Mine"));
    await app.sendMessage("Two");
    let id = "";
    await act(async () => {
      id = await app.now().fork(answer);
    });
    expect(id).not.toBe(first);
    expect(app.now()).toMatchObject({ currentId: id, thread: { threadId: id, agentId: "other" } });
    await waitFor(() => expect(shownTexts(app)).toEqual(["One", "Answer"]));
    await waitFor(() => expect(app.titles()).toEqual(["Mine", "Mine"]));
    expect(app.now().threads[0]).toMatchObject({ threadId: id, isCurrent: true, isUnread: false });
    await app.sendMessage("Three");
    expect(app.titles(), "the fork keeps its name").toEqual(["Mine", "Mine"]);
    expect(shownTexts(app)).toEqual(["One", "Answer", "Three", "Answer"]);
    await app.switchTo(first);
    expect(shownTexts(app)).toEqual(["One", "Answer", "Two", "Answer"]);
    await expect(app.now().fork("nowhere")).rejects.toMatchObject({ code: "invalid-argument" });
    expect(app.now().currentId).toBe(first);
  });

  test("search() matches the starts of words, ignoring case and accents", async () => {
    const app = open();
    for (const text of ["Ein Café in Lissabon", "Cafeteria", "Decaf"]) {
      await app.sendMessage(text);
      await app.create();
    }
    await waitFor(() => expect(app.titles()).toHaveLength(3));
    const search = (query: string) =>
      app
        .now()
        .search(query)
        .map(({ title }) => title);
    expect(search("cafe")).toEqual(["Cafeteria", "Ein Café in Lissabon"]);
    expect(search(" LISS ein")).toEqual(["Ein Café in Lissabon"]);
    expect(search("")).toHaveLength(3);
    expect(search("afe")).toEqual([]);
  });

  test("does not re-render the list while a thread streams", async () => {
    const agent = manualAgent();
    let renders = 0;
    function Count() {
      const { threads } = useThreads();
      renders += 1;
      return <p>{threads.map(({ title, isRunning }) => `${title} ${isRunning}`).join()}</p>;
    }
    const storage = createStorage();
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <AgentProvider agent={agent} {...(storage && { storage })}>
        <ThreadsProvider>
          {children}
          <Count />
        </ThreadsProvider>
      </AgentProvider>
    );
    const { result } = renderHook(() => useThread(), { wrapper });
    await act(async () => void result.current.send("Long"));
    await startRun(agent);
    await screen.findByText("Long true");
    await waitFor(() => expect(storage === undefined || result.current.isStored()).toBe(true));
    const before = renders;
    for (let at = 0; at < 1_000; at++) {
      await act(async () =>
        agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: `${at} ` }),
      );
    }
    await waitFor(() =>
      expect(result.current.store.getState().messages.at(-1)?.content).toMatch(/999 $/),
    );
    await waitFor(() => expect(storage === undefined || result.current.isStored()).toBe(true));
    expect(renders).toBe(before);
    await endRun(agent);
    await screen.findByText("Long false");
    expect(renders, "the list re-renders when a run ends").toBeGreaterThan(before);
  });
});

describe("a reload", () => {
  test("lists the stored threads, and shows the thread that was shown", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage, persistKey: "test.reload" });
    await before.sendMessage("One");
    await before.create();
    await before.sendMessage("Two");
    const { currentId, thread } = before.now();
    await waitFor(() => expect(thread.isStored()).toBe(true));
    before.unmount();

    const { ...laterStorage } = storage;
    const after = renderThreads({ storage: laterStorage, persistKey: "test.reload" });
    expect(after.now().currentId).toBe(currentId);
    expect(after.now().isLoading).toBe(true);
    await waitFor(() => expect(after.titles()).toEqual(["Two", "One"]));
    await waitFor(() => expect(shownTexts(after)).toEqual(["Two", "Answer"]));
    expect(after.now().isLoading).toBe(false);
  });
});

test("a storage that cannot be read sets `error`, lists loaded threads, and can be reloaded", async () => {
  const working = memoryStorage();
  let isBroken = true;
  const storage: ThreadStorage = {
    ...working,
    list: () => (isBroken ? Promise.reject(new Error("blocked")) : working.list()),
  };
  const app = renderThreads({ storage });
  await waitFor(() => expect(app.now().error).toMatchObject({ code: "storage" }));
  await app.sendMessage("One");
  await waitFor(() => expect(app.titles()).toEqual(["One"]));
  isBroken = false;
  await act(async () => app.now().reload());
  await waitFor(() => expect(app.now().error).toBeUndefined());
  expect(app.titles()).toEqual(["One"]);
});

test("a controlled ThreadsProvider calls onThreadChange instead of switching", async () => {
  const calls: string[] = [];
  const app = renderThreads({
    threadId: "mine",
    onThreadChange: ({ threadId }) => calls.push(threadId),
  });
  expect(app.now().currentId).toBe("mine");
  await app.sendMessage("One");
  const id = await app.create();
  expect(calls).toEqual([id]);
  expect(app.now().currentId).toBe("mine");
});

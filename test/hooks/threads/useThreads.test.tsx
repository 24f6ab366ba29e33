import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import {
  ThreadsProvider,
  type ThreadsProviderProps,
} from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { useClient } from "../../../src/hooks/providers/useClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { useThreads } from "../../../src/hooks/threads/useThreads.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { endRun, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

interface RoomOptions extends ThreadsProviderProps {
  readonly agent?: Agent;
  /** In place of one. */
  readonly agents?: Readonly<Record<string, Agent>>;
  readonly storage?: ThreadStorage;
}

/** An agent that answers whatever it is asked. */
const answering = (): Agent => ({
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
});

/** What a page with a list and a conversation holds. */
function renderThreads({ agent = answering(), agents, storage, ...props }: RoomOptions = {}) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <AgentProvider {...(agents ? { agents } : { agent })} {...(storage && { storage })}>
        <ThreadsProvider {...props}>{children}</ThreadsProvider>
      </AgentProvider>
    </StrictMode>
  );
  const view = renderHook(
    () => ({ ...useThreads(), thread: useThread(), said: useMessages(), client: useClient() }),
    { wrapper },
  );
  const now = () => view.result.current;
  const titles = () => now().threads.map(({ title }) => title);
  const one = (title: string) => now().threads.find((thread) => thread.title === title);
  /** Says something in the thread that is shown, and waits for the answer. */
  const say = (text: string) => act(async () => void (await now().thread.send(text)));
  const create = async () => {
    let id = "";
    await act(async () => {
      id = now().create();
    });
    return id;
  };
  const show = (id: string) => act(async () => now().switchTo(id));
  return { ...view, now, titles, one, say, create, show };
}

const saidIn = ({ now }: ReturnType<typeof renderThreads>) =>
  now().said.map(({ content }) => content);

describe.each([
  ["without a storage", () => undefined],
  ["with a storage", () => memoryStorage()],
])("%s", (_, storageOf) => {
  const open = (options: RoomOptions = {}) => {
    const storage = storageOf();
    return renderThreads({ ...(storage && { storage }), ...options });
  };

  test("a thread is listed with its first message, under what was said first, the latest first", async () => {
    const room = open();
    await waitFor(() => expect(room.now().isLoading).toBe(false));
    expect(room.now().threads).toEqual([]);
    await room.say("  The first\n question ");
    const first = room.now().currentId;
    await waitFor(() => expect(room.titles()).toEqual(["The first question"]));
    const second = await room.create();
    expect(room.now().currentId).toBe(second);
    expect(room.titles(), "nothing was said in it").toEqual(["The first question"]);
    expect(await room.create(), "it is empty already").toBe(second);
    await room.say("Another one");
    await waitFor(() => expect(room.titles()).toEqual(["Another one", "The first question"]));
    await room.show(first);
    expect(saidIn(room)).toEqual(["  The first\n question ", "Answer"]);
    expect(room.now().threads.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test("a run goes on while another thread is shown, and what it brought is unread until it is shown", async () => {
    const agent = manualAgent();
    const room = open({ agent });
    const first = room.now().currentId;
    await act(async () => void room.now().thread.send("Slow"));
    await startRun(agent);
    await waitFor(() => expect(room.one("Slow")).toMatchObject({ isRunning: true }));
    await room.create();
    expect(room.one("Slow")).toMatchObject({ isRunning: true, isUnread: false });
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Done" });
    await endRun(agent);
    await waitFor(() =>
      expect(room.one("Slow")).toMatchObject({ isRunning: false, isUnread: true }),
    );
    await room.show(first);
    expect(saidIn(room)).toEqual(["Slow", "Done"]);
    expect(room.one("Slow")).toMatchObject({ isUnread: false });
    await room.create();
    expect(room.one("Slow"), "it was read").toMatchObject({ isUnread: false });
  });

  test("a thread that asks the person something is marked", async () => {
    const agent = scriptedAgent([
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "confirmation" }] },
      }),
    ]);
    const room = open({ agent });
    await room.say("May I?");
    await waitFor(() =>
      expect(room.one("May I?")).toMatchObject({ needsInput: true, isRunning: false }),
    );
  });

  test("a name stays, whatever is said after it", async () => {
    const room = open();
    await room.say("One");
    await waitFor(() => expect(room.titles()).toEqual(["One"]));
    await act(() => room.now().rename(room.now().currentId, "  Mine "));
    expect(room.titles()).toEqual(["Mine"]);
    await room.say("Two");
    await act(() => room.now().rename(room.now().currentId, "  "));
    expect(room.titles()).toEqual(["Mine"]);
  });

  test("archived threads are marked, and can be taken back", async () => {
    const room = open();
    await room.say("One");
    await waitFor(() => expect(room.titles()).toEqual(["One"]));
    const { archive, currentId } = room.now();
    await act(() => archive(currentId));
    expect(room.one("One")).toMatchObject({ isArchived: true });
    await act(() => archive(currentId, false));
    expect(room.one("One")).toMatchObject({ isArchived: false });
  });

  test("removing the thread that is shown stops its run and shows a new one", async () => {
    const agent = manualAgent();
    const room = open({ agent });
    await act(
      async () =>
        void room
          .now()
          .thread.send("Slow")
          .catch(() => {}),
    );
    await startRun(agent);
    await waitFor(() => expect(room.one("Slow")).toMatchObject({ isRunning: true }));
    const { currentId, thread } = room.now();
    await act(() => room.now().remove(currentId));
    expect(agent.signal?.aborted).toBe(true);
    expect(room.now().threads).toEqual([]);
    expect(room.now().currentId).not.toBe(currentId);
    expect(saidIn(room)).toEqual([]);
    expect(room.now().client.threads()).not.toContain(thread);
    await expect(thread.send("Late")).rejects.toMatchObject({ code: "thread-disposed" });
  });

  test("a fork is shown and listed under the same title, and leaves the first as it is", async () => {
    const agent = manualAgent();
    const other = answering();
    const storage = storageOf();
    const room = renderThreads({
      agents: { slow: agent, other },
      agentId: "other",
      ...(storage && { storage }),
    });
    await room.say("One");
    const first = room.now().currentId;
    const answer = room.now().thread.getSnapshot().messages[1]?.id;
    await act(() => room.now().rename(first, "Mine"));
    await room.say("Two");
    let id = "";
    await act(async () => {
      id = await room.now().fork(answer);
    });
    expect(id).not.toBe(first);
    expect(room.now()).toMatchObject({ currentId: id, thread: { threadId: id, agentId: "other" } });
    await waitFor(() => expect(saidIn(room)).toEqual(["One", "Answer"]));
    await waitFor(() => expect(room.titles()).toEqual(["Mine", "Mine"]));
    expect(room.now().threads[0]).toMatchObject({ threadId: id, isCurrent: true, isUnread: false });
    await room.say("Three");
    expect(room.titles(), "it keeps its name").toEqual(["Mine", "Mine"]);
    expect(saidIn(room)).toEqual(["One", "Answer", "Three", "Answer"]);
    await room.show(first);
    expect(saidIn(room)).toEqual(["One", "Answer", "Two", "Answer"]);
    await expect(room.now().fork("nowhere")).rejects.toMatchObject({ code: "invalid-argument" });
    expect(room.now().currentId).toBe(first);
  });

  test("titles are found by the beginnings of their words, without case and accents", async () => {
    const room = open();
    for (const text of ["Ein Café in Lissabon", "Cafeteria", "Decaf"]) {
      await room.say(text);
      await room.create();
    }
    await waitFor(() => expect(room.titles()).toHaveLength(3));
    const found = (query: string) =>
      room
        .now()
        .search(query)
        .map(({ title }) => title);
    expect(found("cafe")).toEqual(["Cafeteria", "Ein Café in Lissabon"]);
    expect(found(" LISS ein")).toEqual(["Ein Café in Lissabon"]);
    expect(found("")).toHaveLength(3);
    expect(found("afe")).toEqual([]);
  });

  test("a thread that streams makes no list render again", async () => {
    const agent = manualAgent();
    let renders = 0;
    function Count() {
      const { threads } = useThreads();
      renders += 1;
      return <p>{threads.map(({ title, isRunning }) => `${title} ${isRunning}`).join()}</p>;
    }
    const storage = storageOf();
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
    expect(renders, "it does render when something changes").toBeGreaterThan(before);
  });
});

describe("the title", () => {
  test("is asked for once, after the first answer", async () => {
    const asked: unknown[] = [];
    const room = renderThreads({
      createTitle: async ({ messages }) => {
        asked.push(messages.map(({ content }) => content));
        return " A good title ";
      },
    });
    await room.say("One");
    await waitFor(() => expect(room.titles()).toEqual(["A good title"]));
    await room.say("Two");
    expect(asked).toEqual([["One", "Answer"]]);
  });

  test("stays what was said first when none can be made", async () => {
    const room = renderThreads({ createTitle: () => Promise.reject(new Error("busy")) });
    await room.say("One");
    await room.say("Two");
    expect(room.titles()).toEqual(["One"]);
  });

  test("is not what was made when the person has named it meanwhile", async () => {
    let tell = (_title: string) => {};
    const made = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const room = renderThreads({ createTitle: () => made });
    await room.say("One");
    await act(() => room.now().rename(room.now().currentId, "Mine"));
    await act(async () => {
      tell("Made");
      await made;
    });
    expect(room.titles()).toEqual(["Mine"]);
  });
});

describe("a reload", () => {
  test("shows the threads of the storage, and the one that was shown", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage, persistKey: "test.reload" });
    await before.say("One");
    await before.create();
    await before.say("Two");
    const { currentId, thread } = before.now();
    await waitFor(() => expect(thread.isStored()).toBe(true));
    before.unmount();

    const { ...laterStorage } = storage;
    const after = renderThreads({ storage: laterStorage, persistKey: "test.reload" });
    expect(after.now().currentId).toBe(currentId);
    expect(after.now().isLoading).toBe(true);
    await waitFor(() => expect(after.titles()).toEqual(["Two", "One"]));
    await waitFor(() => expect(saidIn(after)).toEqual(["Two", "Answer"]));
    expect(after.now().isLoading).toBe(false);
  });
});

describe("a fork", () => {
  test("survives a reload before anything is said in it, with its state and its agent", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage });
    await before.say("One");
    act(() => before.now().thread.setState({ n: 1 }));
    let id = "";
    await act(async () => {
      id = await before.now().fork();
    });
    before.unmount();

    const { ...laterStorage } = storage;
    const after = renderThreads({ storage: laterStorage });
    await waitFor(() => expect(after.titles()).toEqual(["One", "One"]));
    await after.show(id);
    await waitFor(() => expect(saidIn(after)).toEqual(["One", "Answer"]));
    expect(after.now().thread.getSnapshot().visibleState).toEqual({ n: 1 });
    await after.say("Two");
    expect(saidIn(after)).toEqual(["One", "Answer", "Two", "Answer"]);
    expect(after.now().threads.find(({ threadId }) => threadId === id)?.agentId).toBe("default");
  });

  test("is made as the provider says, once what is stored of the first has been read", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage, persistKey: "test.fork" });
    await before.say("One");
    await waitFor(() => expect(before.now().thread.isStored()).toBe(true));
    before.unmount();
    const { ...laterStorage } = storage;
    const agent = scriptedAgent(textRun("More"));
    const after = renderThreads({
      agent,
      storage: laterStorage,
      persistKey: "test.fork",
      context: [{ description: "place", value: "here" }],
    });
    expect(saidIn(after)).toEqual([]);
    await act(async () => void (await after.now().fork()));
    expect(saidIn(after)).toEqual(["One", "Answer"]);
    await after.say("Two");
    expect(agent.inputs[0]?.context).toEqual([{ description: "place", value: "here" }]);
  });

  test("of a thread that runs is at rest, and the first goes on", async () => {
    const agent = manualAgent();
    const room = renderThreads({ agent });
    const first = room.now().currentId;
    await act(async () => void room.now().thread.send("Slow"));
    await startRun(agent);
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Do" });
    await act(async () => void (await room.now().fork()));
    expect(saidIn(room)).toEqual(["Slow", "Do"]);
    expect(room.now().thread.getSnapshot().run.status).toBe("idle");
    expect(room.now().threads).toMatchObject([{ isRunning: false }, { isRunning: true }]);
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "ne" });
    await endRun(agent);
    expect(saidIn(room)).toEqual(["Slow", "Do"]);
    await room.show(first);
    expect(saidIn(room)).toEqual(["Slow", "Done"]);
  });

  test("that cannot be stored is there all the same, and says so", async () => {
    const working = memoryStorage();
    let isFull = false;
    const storage: ThreadStorage = {
      ...working,
      saveSnapshot: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "Full"))
          : working.saveSnapshot(...args),
    };
    const room = renderThreads({ storage });
    await room.say("One");
    const first = room.now().currentId;
    isFull = true;
    await act(() => expect(room.now().fork()).rejects.toMatchObject({ code: "storage" }));
    expect(room.now().currentId).not.toBe(first);
    await waitFor(() => expect(saidIn(room)).toEqual(["One", "Answer"]));
    await waitFor(() => expect(room.titles()).toEqual(["One", "One"]));
    expect(await working.list()).toHaveLength(1);
  });
});

test("a storage that cannot be read says so, lists what this page has, and can be read again", async () => {
  const working = memoryStorage();
  let isBroken = true;
  const storage: ThreadStorage = {
    ...working,
    list: () => (isBroken ? Promise.reject(new Error("blocked")) : working.list()),
  };
  const room = renderThreads({ storage });
  await waitFor(() => expect(room.now().error).toMatchObject({ code: "storage" }));
  await room.say("One");
  await waitFor(() => expect(room.titles()).toEqual(["One"]));
  isBroken = false;
  await act(async () => room.now().reload());
  await waitFor(() => expect(room.now().error).toBeUndefined());
  expect(room.titles()).toEqual(["One"]);
});

test("an application that says which thread is shown is asked for another", async () => {
  const asked: string[] = [];
  const room = renderThreads({
    threadId: "mine",
    onThreadChange: ({ threadId }) => asked.push(threadId),
  });
  expect(room.now().currentId).toBe("mine");
  await room.say("One");
  const id = await room.create();
  expect(asked).toEqual([id]);
  expect(room.now().currentId).toBe("mine");
});
